import { ApiError } from "../../../src/client";
import { MAX_TURNED_AWAY } from "../../../src/client/request/retry";
import { MAX_WRITE_REQUESTS } from "../../../src/client/resolve/resolve";
import type { FaultEffect } from "../../../src/emulator";
import { FAULTS, type FaultCase } from "../../support/faultMatrix";
import { never } from "../kit/client";
import { parameterId, SEED, type Write, writes } from "./operations";
import {
  type Ending,
  echoing,
  ending,
  expectBudgetKept,
  expectNoSecret,
  expectNotBlind,
  faulty,
  outcome,
  type Run,
  retryAfter,
  run,
} from "./run";
import { KEY } from "./service";

/** Every mutating operation under every fault (docs/design/laws.md#l1, #l8). */
const ID = parameterId(run({ seed: SEED }).service);
const WRITES = writes(ID);
const TABLE = WRITES.flatMap((write) =>
  FAULTS.map((fault) => [write.operation, fault.name, write, fault] as const),
);

/** The pair of keys that the service issues first: nobody may see it when its answer is lost. */
let keys: readonly string[] = [];
beforeAll(async () => {
  const { client } = run({ seed: SEED });
  const { admin_key, search_only_key } = await client.issueApiKeys("c1", { signal: never() });
  keys = [admin_key.slice(0, 8), search_only_key.slice(0, 8)];
});

const sent = ({ service }: Run, { operation }: Write) =>
  service.journal().filter((entry) => entry.operation === operation);

/** What holds whatever happens. */
function expectNothingBroken(on: Run, write: Write, fault: FaultCase, end: Ending): void {
  const { service, log } = on;
  const journal = service.journal();
  expect(write.done(service)).toBeLessThanOrEqual(1);
  expect(
    journal.filter(({ operation, method }) => method !== "GET" && operation !== write.operation),
  ).toEqual([]);
  if (write.look !== undefined) {
    const requests = sent(on, write);
    expect(requests.filter(({ done }) => done).length).toBeLessThanOrEqual(1);
    expectNotBlind(requests, journal, write.look ?? null);
  }
  if ("error" in end) expectNamed(end.error, write);
  else if (write.claims?.(end.answer) ?? true) expect(write.done(service)).toBe(1);
  expect(journal.length).toBeLessThanOrEqual(MAX_TURNED_AWAY + 1);
  expectBudgetKept(journal, () => retryAfter(fault));
  const secrets = write.operation === "issueClusterApiKeys" ? [KEY, ...keys] : [KEY];
  expectNoSecret(secrets, log.entries, journal, "error" in end ? end.error : null);
}

function expectNamed(error: unknown, { operation, names }: Write): asserts error is ApiError {
  expect(error).toBeInstanceOf(ApiError);
  const { summary, detail, operation: attempted } = error as ApiError;
  expect(attempted).toBe(operation);
  for (const name of names) expect(`${summary}\n${detail}`).toContain(name);
  // What was attempted and what came back is one line, what to do next another.
  expect(detail.split("\n").length).toBeGreaterThan(1);
}

describe.each(TABLE)("%s, %s", (operation, _, write, fault) => {
  const effect = echoing(fault.effect);
  const settled = write.look !== null;
  const lost = fault.tells === "nothing";

  const prepared = (times: number) => faulty({ seed: SEED }, fault, { operation, times });

  test("once: done once, or refused and not done", async () => {
    const on = prepared(1);
    const end = await outcome(on, write.run);
    expectNothingBroken(on, write, fault, end);
    const count = sent(on, write).length;
    if (fault.tells === "refused") {
      expect(write.done(on.service)).toBe(0);
      expect(count).toBe(1);
    } else if (lost && !settled) {
      expect(end).toMatchObject({ error: { kind: "lost_write" } });
      expect(count).toBe(1);
    } else {
      expect(end).toHaveProperty("answer");
      expect(write.done(on.service)).toBe(1);
      // What arrives late has not shown by the first look, after which a harmless request is repeated.
      const repeated = fault.work === "never" || (fault.work === "late" && write.look === undefined);
      expect(count).toBe(repeated ? 2 : 1);
    }
  });

  test("every time: done once, or an error after a few requests", async () => {
    const on = prepared(0);
    const end = await outcome(on, write.run);
    expectNothingBroken(on, write, fault, end);
    const count = sent(on, write).length;
    if (fault.tells === "later") {
      expect(end).toMatchObject({ error: { kind: "rate_limit" } });
      expect(count).toBe(MAX_TURNED_AWAY);
    } else if (lost && fault.work === "never") {
      expect(end).toMatchObject({ error: { kind: "lost_write" } });
      expect(count).toBe(settled ? MAX_WRITE_REQUESTS : 1);
    }
  });

  test("and nothing can be read any more: an error that says so, and one request", async () => {
    const on = prepared(1);
    on.service.addFault({ match: { method: "GET", nth: seesTimeFirst(write) ? 2 : 1, times: 0 }, effect });
    const end = await outcome(on, write.run);
    expectNothingBroken(on, write, fault, end);
    if (lost && settled && fault.work !== "late") {
      expect(end).toMatchObject({ error: { kind: "lost_write" } });
      expect(sent(on, write)).toHaveLength(1);
    }
  });
});

describe.each(WRITES.map((write) => [write.operation, write] as const))(
  "%s, and the run is stopped",
  (operation, write) => {
    const stopped = async (effect: FaultEffect, answeredAfter: number | null) => {
      const on = run({ seed: SEED });
      on.service.holdFor(answeredAfter);
      on.service.addFault({ match: { operation }, effect });
      const stop = new AbortController();
      const end = ending(on.clock, write.run(on.client, { signal: stop.signal }));
      await on.clock.sleep(1_000, stop.signal);
      stop.abort();
      return { on, end: await end };
    };

    test("the answer that comes within the grace is taken", async () => {
      const { on, end } = await stopped({ kind: "hold" }, 5_000);
      expect(end).toHaveProperty("answer");
      expect(sent(on, write)).toHaveLength(1);
      expect(write.done(on.service)).toBe(1);
    });

    test.each(["before", "after"] as const)(
      "no answer any more, %s the work: it ends, and sends nothing more",
      async (when) => {
        const { on, end } = await stopped({ kind: "hold", when }, null);
        expect(sent(on, write)).toHaveLength(1);
        expect(end).toMatchObject({
          error: write.look === undefined ? { name: "Interrupted" } : { kind: "lost_write" },
        });
        expectNoSecret([KEY, ...keys], on.log.entries, end);
        if (write.look !== undefined) expectNamed((end as { error: unknown }).error, write);
      },
    );
  },
);

describe.each(
  WRITES.filter(({ operation }) => /^(terminate|cancel)/.test(operation)).map(
    (write) => [write.operation, write] as const,
  ),
)("%s, refused, and what it is about cannot be read", (operation, write) => {
  const refused = async (status: number) => {
    const on = run({ seed: SEED });
    on.service.addFault({
      match: { operation },
      effect: { kind: "status", status, message: "Not in this state" },
    });
    on.service.addFault({ match: { method: "GET", times: 0 }, effect: { kind: "status", status: 503 } });
    const end = await outcome(on, write.run);
    expect(sent(on, write)).toHaveLength(1);
    return end;
  };

  test("422: the refusal is told, and that there is no more to tell", async () => {
    const { error } = (await refused(422)) as { error: unknown };
    expectNamed(error, write);
    expect(error).toMatchObject({ kind: "refused", failure: { messages: ["Not in this state"] } });
    expect(error.detail).toContain("failed as well");
  });

  test("404: nobody has looked, so it is not taken for gone", async () => {
    expect(await refused(404)).toMatchObject({
      error: { kind: "unavailable", operation: expect.stringMatching(/^get/) },
    });
  });
});

/** Those that look once before they begin, to know the service's time. */
function seesTimeFirst({ operation }: Write): boolean {
  return ["createCluster", "createConfigurationChange", "createCloningOperation"].includes(operation);
}
