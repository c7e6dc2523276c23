import { ApiError, InterruptedError } from "../../../src/client";
import { bench, KEY, never, rejection } from "../kit/client";
import { START, settled, TestClock } from "../kit/clock";
import { cluster } from "../kit/records";
import { error, json, RESET, type Reply, systemError, text } from "../kit/transport";

const ok = json(200, cluster());

/** Reads one cluster from a service that gives these answers, the last one for ever. */
function read(replies: readonly Reply[], options: Parameters<typeof bench>[1] = {}) {
  const sentAt: number[] = [];
  const made = bench((_, count) => {
    sentAt.push((made.clock.now() - START) / 1000);
    return replies[Math.min(count, replies.length) - 1] ?? RESET;
  }, options);
  const signal = never();
  return { ...made, sentAt, result: made.client.call("getCluster", { path: { id: "c1" } }, { signal }) };
}

describe("a reading request", () => {
  test("carries the key in the header of its dialect, and nothing else of it", async () => {
    const { result, transport } = read([ok]);
    await result;
    expect(transport.requests[0]).toMatchObject({
      method: "GET",
      url: "https://search.example/api/v1/clusters/c1",
      body: null,
      headers: {
        accept: "application/json",
        "user-agent": "cdktf-provider-searchcloud",
        "x-search-cloud-management-api-key": KEY,
      },
    });
    expect(Object.keys(transport.requests[0]?.headers ?? {})).toHaveLength(3);
  });

  test("waits longer each time, for two minutes if something has answered before", async () => {
    const { result, client, sentAt } = read([ok, systemError("ECONNREFUSED")]);
    await result;
    const failing = client.call("getCluster", { path: { id: "c1" } }, { signal: never() });
    expect(await rejection(failing)).toMatchObject({ kind: "network" });
    expect(sentAt).toEqual([0, 0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5, 45.5, 60.5, 75.5, 90.5, 105.5]);
  });

  test("gives up soon if nothing has ever answered", async () => {
    const { result, clock } = read([systemError("ECONNREFUSED")]);
    expect(await rejection(result)).toMatchObject({ kind: "network" });
    expect(clock.now() - START).toBeLessThanOrEqual(5_000);
  });
});

describe("429", () => {
  test("is waited out for a minute, or as long as the service says", async () => {
    const { result, sentAt } = read([error(429, "x"), error(429, "x", { "retry-after": "7" }), ok]);
    await result;
    expect(sentAt).toEqual([0, 60, 67]);
  });

  test("does not use up the patience for failures", async () => {
    const { result } = read([...Array<Reply>(10).fill(error(429, "x")), RESET, RESET, ok]);
    expect(await result).toMatchObject({ id: "c1" });
  });

  test("closes the gate for every request of the key, whichever client sends it", async () => {
    const clock = new TestClock();
    const first = read([error(429, "x"), ok], { clock });
    const second = bench(() => ok, { clock });
    await settled();
    await Promise.all([
      first.result,
      second.client.call("getCluster", { path: { id: "c1" } }, { signal: never() }),
    ]);
    expect(first.sentAt).toEqual([0, 60]);
    expect(clock.now()).toBe(START + 60_000);
    expect(second.transport.requests).toHaveLength(1);
  });
});

describe("a stop", () => {
  test.each<[string, Reply]>([
    ["while the answer is awaited", "hang"],
    ["in the pause before the next attempt", RESET],
    ["while the gate is closed", error(429, "x")],
  ])("%s ends a reading request at once", async (_, reply) => {
    const clock = new TestClock("manual");
    const stop = new AbortController();
    const { client, transport } = bench((_request, count) => (count === 1 ? ok : reply), { clock });
    await client.call("getCluster", { path: { id: "c1" } }, { signal: stop.signal });
    const stopped = rejection(client.call("getCluster", { path: { id: "c1" } }, { signal: stop.signal }));
    await settled();
    stop.abort();
    expect(await stopped).toBeInstanceOf(InterruptedError);
    await settled();
    expect([transport.requests.length, clock.sleeping, clock.now()]).toEqual([2, 0, START]);
  });
});

describe("the service's clock", () => {
  const date = (iso: string) => ({ date: new Date(iso).toUTCString() });

  test("is the last Date plus the time since", async () => {
    const { result, client, clock } = read([json(200, cluster(), date("2030-05-05T05:05:05Z"))]);
    expect(client.serverNow()).toBe(clock.now());
    await result;
    expect(client.serverNow()).toBe(Date.parse("2030-05-05T05:05:05Z"));
    await clock.advance(1_500);
    expect(client.serverNow()).toBe(Date.parse("2030-05-05T05:05:06.500Z"));
  });

  test("is ours if the service tells none, or an invalid one", async () => {
    const { result, client, clock } = read([json(200, cluster(), { date: "tomorrow" })]);
    await result;
    expect(client.serverNow()).toBe(clock.now());
  });
});

test("each request is one line of the log, without its headers and body", async () => {
  const { result, log } = read([error(503, "x"), ok]);
  await result;
  const requests = log.entries.filter(({ level }) => level === "debug").map(({ fields }) => fields);
  expect(requests).toEqual([
    { operation: "getCluster", method: "GET", path: "/clusters/c1", status: 503, ms: 0, attempt: 1 },
    { operation: "getCluster", method: "GET", path: "/clusters/c1", status: 200, ms: 0, attempt: 2 },
  ]);
});

test("a key in place of an id appears in no log", async () => {
  const { client, log, secrets } = bench(() => json(200, cluster({ id: KEY })));
  await client.call("getCluster", { path: { id: KEY } }, { signal: never() });
  expect(log.entries).toHaveLength(1);
  expect(secrets.outgoing(JSON.stringify(log.entries))).not.toContain(KEY);
});

test("the host is that of the base URL, with its port", () => {
  expect(bench(() => ok, { baseUrl: "https://search.example:8443/api/v1/" }).client.host).toBe(
    "search.example:8443",
  );
});

describe("keys of the data plane", () => {
  const POST = "POST /clusters/c1/api-keys";
  const ADMIN = "adm1nKeyThatNobodyMaySee00000001";
  const SEARCH = "searchKeyThatNobodyMaySee0000001";
  const PAIR = { admin_key: ADMIN, search_only_key: SEARCH };
  const ISSUED = { success: true, api_keys: PAIR };

  /** Answers in turn; the last reply stands for all that follow. */
  function issuing(...replies: Reply[]) {
    const made = bench((_, count) => replies[Math.min(count, replies.length) - 1] ?? error(500, "none"));
    return { ...made, result: made.client.issueApiKeys("c1", { signal: never() }) };
  }

  /** All that a failure shows to anybody: the error with its cause, and the log. */
  function shown(failed: unknown, log: ReturnType<typeof bench>["log"]): string {
    if (!(failed instanceof ApiError)) throw failed;
    const { message, stack, cause } = failed;
    return JSON.stringify([failed, message, stack, String(cause), cause, log.entries]);
  }

  test.each(["", `${ADMIN}\n`])("a key that no header carries (%j) is a lost answer", async (admin_key) => {
    const { result } = issuing(json(200, { success: true, api_keys: { ...PAIR, admin_key } }));
    await expect(result).rejects.toMatchObject({ kind: "lost_write" });
  });

  test("a pair is one POST without a body", async () => {
    const { result, transport } = issuing(json(200, ISSUED));
    expect(await result).toEqual(PAIR);
    expect(transport.lines).toEqual([POST]);
    expect(transport.requests[0]?.body).toBeNull();
  });

  describe("a lost answer", () => {
    test.each<[string, Reply]>([
      ["an empty answer", text(200, "")],
      ["the keys, cut short", text(200, JSON.stringify(ISSUED).slice(0, -5))],
      ["the keys, with a status of failure", json(500, ISSUED)],
      ["the keys, in a place that nobody knows", json(200, { success: true, ...PAIR })],
      [
        "the keys, one of them of another kind",
        json(200, { api_keys: { admin_key: ADMIN, search_only_key: [SEARCH] } }),
      ],
    ])(
      "%s: nothing is sent again, the way to revoke the pair is said, and no key is shown",
      async (_, reply) => {
        const { result, transport, log } = issuing(reply, json(200, ISSUED));
        const failed = await rejection(result);
        expect(failed).toMatchObject({ kind: "lost_write", operation: "issueClusterApiKeys", ids: [] });
        expect((failed as ApiError).detail).toContain(
          "An unknown pair of keys may have been issued. It stays valid until it is revoked, and running again issues another pair. List the keys at the cluster itself with an admin key of it (GET /keys of the data plane), and delete by its id each one that nobody uses (DELETE /keys/<id>).",
        );
        expect(transport.lines).toEqual([POST]);
        expect(shown(failed, log)).not.toMatch(/NobodyMaySee/);
      },
    );
  });
});
