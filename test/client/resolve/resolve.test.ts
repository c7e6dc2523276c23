import { type ApiError, InterruptedError } from "../../../src/client";
import { managementAttempt } from "../../../src/client/messages/management";
import { type Failure, failure } from "../../../src/http/attempt";
import { explain } from "../../../src/http/explain";
import { type GuardedWrite, MAX_WRITE_REQUESTS, type Resolution, resolve } from "../../../src/http/resolve";
import { BASE_URL, bench, memoryLog, never } from "../kit/client";
import { START, TestClock } from "../kit/clock";
import { Account } from "../kit/service";
import { RESET } from "../kit/transport";

const attempt = managementAttempt({
  operation: "createConfigurationChange" as const,
  pathParameters: { cluster_id: "c1" },
  path: "/clusters/c1/configuration-changes",
  baseUrl: BASE_URL,
});
const failed = (given: Failure, lost = false) => explain(attempt, given, lost);
const RESET_LOST = failed(failure("network", { observed: "reset" }), true);
const TIMED_OUT = failed(failure("timeout"), true);
const GATEWAY = failed(failure("unavailable", { status: 504 }), true);
const REFUSED = failed(failure("refused", { status: 422, messages: ["busy"] }));
const INVALID = failed(failure("invalid", { status: 400 }));
const NOT_FOUND = failed(failure("not_found", { status: 404 }));
const FORBIDDEN = failed(failure("auth", { status: 403 }));

type Step = "read" | "send" | `pause ${number}`;
type Twice = GuardedWrite<string, unknown>["twice"];
const REPEAT: Resolution<string> = { repeat: true };

/** Plays a write: what each request and each read brings, the last of each for ever. */
async function playing(
  given: {
    readonly twice: Twice;
    readonly sends: readonly (string | Error)[];
    readonly reads?: readonly (Resolution<string> | Error)[];
    readonly judgesRefusals?: boolean;
  },
  signal = never(),
) {
  const clock = new TestClock();
  const steps: Step[] = [];
  const turn = <T>(all: readonly (T | Error)[], at: number): T => {
    const one = all[Math.min(at, all.length - 1)];
    if (one === undefined) throw new Error("Nothing is expected here");
    if (one instanceof Error) throw one;
    return one;
  };
  const { sends, reads = [], twice, judgesRefusals } = given;
  const count = (step: Step) => steps.filter((one) => one === step).length - 1;
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (ms, over) => {
    steps.push(`pause ${ms}`);
    return sleep(ms, over);
  };
  const write: GuardedWrite<string, Resolution<string>> = {
    what: "create",
    reading: "the list",
    fields: {},
    twice,
    ...(judgesRefusals === undefined ? {} : { judgesRefusals }),
    async send() {
      steps.push("send");
      return turn(sends, count("send"));
    },
    async read() {
      steps.push("read");
      return turn(reads, count("read"));
    },
    judge: (seen) => seen,
  };
  const context = { clock, random: () => 0, log: memoryLog(), secondReadAfter: 60_000 };
  const end: { value?: string; error?: unknown } = await resolve(context, signal, write).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...end, steps };
}

test.each<[Twice, ApiError]>([
  ["harmless", RESET_LOST],
  ["refused", RESET_LOST],
  ["doubled", TIMED_OUT],
])("lost and done (%s): the read's record is the answer, nothing is sent twice", async (twice, lost) => {
  const played = await playing({ twice, sends: [lost], reads: [{ done: "read" }] });
  expect(played).toEqual({ value: "read", steps: ["send", "read"] });
});

describe("lost and not done: sent again", () => {
  test.each<[Twice, string, ApiError, boolean]>([
    ["harmless", "a timeout", TIMED_OUT, false],
    ["refused", "a reset", RESET_LOST, false],
    ["refused", "a timeout", TIMED_OUT, true],
    ["refused", "a gateway's timeout", GATEWAY, true],
    ["doubled", "a reset", RESET_LOST, true],
  ])("%s twice, after %s: a second read a minute later: %s", async (twice, _, lost, guarded) => {
    const played = await playing({ twice, sends: [lost, "done"], reads: [REPEAT] });
    const second: Step[] = guarded ? ["pause 60000", "read"] : [];
    expect(played).toEqual({ value: "done", steps: ["send", "read", ...second, "pause 1000", "send"] });
  });

  test("what shows at the second read is the answer", async () => {
    const played = await playing({
      twice: "doubled",
      sends: [RESET_LOST],
      reads: [REPEAT, { done: "late" }],
    });
    expect(played).toEqual({ value: "late", steps: ["send", "read", "pause 60000", "read"] });
  });

  test.each<[Twice, string]>([
    ["harmless", `It was sent ${MAX_WRITE_REQUESTS} times, and each time the list showed no effect.`],
    ["refused", "the request was repeated until the retry limit.\nRun again later."],
  ])("never done (%s): given up", async (twice, words) => {
    const { error, steps } = await playing({ twice, sends: [RESET_LOST], reads: [REPEAT] });
    expect(error).toMatchObject({ kind: "lost_write" });
    if (twice === "refused") expect(error).toMatchObject({ detail: expect.stringContaining(words) });
    expect(steps.filter((step) => step === "send")).toHaveLength(MAX_WRITE_REQUESTS);
  });
});

test("nobody can tell: stopped, with the ids", async () => {
  const { error } = await playing({
    twice: "refused",
    sends: [RESET_LOST],
    reads: [{ stop: "several", ids: ["a", "b"] }],
  });
  expect(error).toMatchObject({
    kind: "lost_write",
    ids: ["a", "b"],
    summary: "Could not tell whether a configuration change of cluster c1 was scheduled",
    detail: expect.stringContaining("It may be: a, b."),
  });
});

describe("the read fails too", () => {
  test("after a loss: the loss, with why", async () => {
    const { error } = await playing({ twice: "refused", sends: [RESET_LOST], reads: [FORBIDDEN] });
    expect(error).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining("Reading the list failed as well: Could not schedule"),
    });
  });

  test("after a refusal: the refusal, with why, and the reader's action last", async () => {
    const { error } = await playing({
      twice: "harmless",
      judgesRefusals: true,
      sends: [REFUSED],
      reads: [FORBIDDEN],
    });
    expect(error).toMatchObject({ kind: "refused", failure: { messages: ["busy"] } });
    const lines = (error as ApiError).detail.split("\n");
    expect(lines.at(-2)).toContain("Reading the list failed as well");
    expect(lines.at(-1)).toContain("run again");
  });

  test("after a 404, which must not pass for gone when nobody has looked: the failure of the read", async () => {
    const { error } = await playing({
      twice: "harmless",
      judgesRefusals: true,
      sends: [NOT_FOUND],
      reads: [FORBIDDEN],
    });
    expect(error).toBe(FORBIDDEN);
  });

  test("because of something that is no answer of the API: that is thrown", async () => {
    const broken = new Error("broken");
    expect((await playing({ twice: "refused", sends: [RESET_LOST], reads: [broken] })).error).toBe(broken);
  });
});

describe("a stop", () => {
  const stopped = new InterruptedError("reading");
  test.each<[Twice, object]>([
    ["harmless", { name: "InterruptedError" }],
    ["doubled", { kind: "lost_write", detail: expect.stringContaining("The run was stopped before") }],
  ])("of the read (%s)", async (twice, expected) => {
    const { error, steps } = await playing({ twice, sends: [RESET_LOST], reads: [stopped] });
    expect(error).toMatchObject(expected);
    expect(steps).toEqual(["send", "read"]);
  });

  test("while the second read is waited for: nobody can tell", async () => {
    const stop = new AbortController();
    const reads = [REPEAT];
    const playingOn = playing({ twice: "doubled", sends: [RESET_LOST], reads }, stop.signal);
    stop.abort();
    expect((await playingOn).error).toMatchObject({ kind: "lost_write" });
  });
});

describe("a refusal", () => {
  test.each([REFUSED, INVALID, NOT_FOUND, FORBIDDEN])(
    "of the first request is thrown: $kind",
    async (refusal) => {
      const played = await playing({ twice: "doubled", sends: [refusal] });
      expect(played).toEqual({ error: refusal, steps: ["send"] });
    },
  );

  test.each([REFUSED, INVALID])(
    "of a repetition may mean that the lost one arrived: $kind",
    async (refusal) => {
      const sends = [RESET_LOST, refusal];
      const arrived = await playing({ twice: "refused", sends, reads: [REPEAT, { done: "late" }] });
      expect(arrived.value).toBe("late");
      const foreign = await playing({ twice: "refused", sends, reads: [REPEAT] });
      expect(foreign.error).toBe(refusal);
      expect(foreign.steps).toEqual(["send", "read", "pause 1000", "send", "read"]);
    },
  );

  test.each([REFUSED, INVALID, NOT_FOUND])("where a read explains it: $kind", async (refusal) => {
    const given = { twice: "harmless", judgesRefusals: true, sends: [refusal] } as const;
    expect((await playing({ ...given, reads: [{ done: "holds" }] })).value).toBe("holds");
    expect((await playing({ ...given, reads: [REPEAT] })).error).toBe(refusal);
  });

  test("of the key is never explained by a read", async () => {
    const played = await playing({ twice: "harmless", judgesRefusals: true, sends: [FORBIDDEN] });
    expect(played).toEqual({ error: FORBIDDEN, steps: ["send"] });
  });
});

test.each([
  [BASE_URL, 1_000, 60_000],
  [BASE_URL, 90_000, 90_000],
  ["http://127.0.0.1:4000/api/v1", 1, 5_000],
  ["http://localhost:4000/api/v1", 30_000, 30_000],
])(
  "the second read at %s, polled every %i ms, comes %i ms later",
  async (baseUrl, pollInterval, expected) => {
    const account = new Account().lose("POST", RESET, { done: false });
    const { client, clock, transport } = bench(account.handler, { baseUrl, pollInterval });
    const body = { name: "a", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
    await client.createCluster(body, { signal: never() });
    expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "GET", "POST"]);
    // The backoff before the repetition is a second at most.
    expect(clock.now() - START - expected).toBeLessThanOrEqual(1_000);
    expect(clock.now() - START).toBeGreaterThanOrEqual(expected);
  },
);
