import { ApiError } from "../../../src/client";
import { MAX_WRITE_REQUESTS } from "../../../src/http/resolve";
import { MAX_TURNED_AWAY } from "../../../src/http/retry";
import { FAULTS, type FaultCase } from "../../support/faultMatrix";
import { never } from "../kit/client";
import { parameterId, SEED, type Write, writes } from "./operations";
import {
  type Ending,
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

/** The pair of keys that the service issues first: it must stay secret if its answer is lost. */
let keys: readonly string[] = [];
beforeAll(async () => {
  const { client } = run({ seed: SEED });
  const { admin_key, search_only_key } = await client.issueApiKeys("c1", { signal: never() });
  keys = [admin_key.slice(0, 8), search_only_key.slice(0, 8)];
});

const sent = ({ service }: Run, { operation }: Write) =>
  service.journal().filter((entry) => entry.operation === operation);

/** Expects the invariants of every write. */
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
  expectNoSecret(on.secrets, secrets, log.entries, journal, "error" in end ? end.error : null);
}

function expectNamed(error: unknown, { operation, names }: Write): asserts error is ApiError {
  expect(error).toBeInstanceOf(ApiError);
  const { summary, detail, operation: attempted } = error as ApiError;
  expect(attempted).toBe(operation);
  for (const name of names) expect(`${summary}\n${detail}`).toContain(name);
  // The attempt and the response are on one line, the advice on another.
  expect(detail.split("\n").length).toBeGreaterThan(1);
}

describe.each(TABLE)("%s, %s", (operation, _, write, fault) => {
  const isResolved = write.look !== null;
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
    } else if (lost && !isResolved) {
      expect(end).toMatchObject({ error: { kind: "lost_write" } });
      expect(count).toBe(1);
    } else {
      expect(end).toHaveProperty("answer");
      expect(write.done(on.service)).toBe(1);
      // A late request shows no effect at the first read, after which a harmless request is repeated.
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
      expect(count).toBe(isResolved ? MAX_WRITE_REQUESTS : 1);
    }
  });
});
