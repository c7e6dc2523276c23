import type { OperationId } from "../../../src/api/operations";
import { ApiError, type CallOptions, type Client } from "../../../src/client";
import { isTransient, MAX_TURNED_AWAY } from "../../../src/http/retry";
import { FAULTS, type FaultCase } from "../../support/faultMatrix";
import { START } from "../kit/clock";
import { SEED } from "./operations";
import {
  type Ending,
  expectBudgetKept,
  expectNoSecret,
  faulty,
  outcome,
  type Run,
  retryAfter,
  run,
} from "./run";
import { KEY } from "./service";

/** One read of each branch that a read takes, under every fault (docs/design/laws.md#l8). */
interface Read {
  readonly operation: OperationId;
  readonly way: "alone" | "as a hint" | "shared by three";
  readonly run: (client: Client, options: CallOptions) => Promise<unknown>;
}
const READS: readonly Read[] = [
  { operation: "getCluster", way: "alone", run: (client, options) => client.read("c1", "fresh", options) },
  { operation: "getAccount", way: "as a hint", run: (client, options) => client.capabilities(options) },
  {
    operation: "listClusters",
    way: "shared by three",
    run: (client, options) => Promise.all(["c1", "c2", "c3"].map((id) => client.read(id, "shared", options))),
  },
];

const EVERY = FAULTS.map((fault) => [fault.name, fault] as const);
const TABLE = READS.flatMap((read) => EVERY.map(([name, fault]) => [read.way, name, read, fault] as const));

/** Returns an answer without the values that change with the time of the reading. */
const lasting = (answer: unknown) =>
  JSON.stringify(answer, (key, value) => (key === "usage" ? undefined : value));

/** Expects the invariants of every read. */
function expectNothingBroken(on: Run, fault: FaultCase, end: Ending): void {
  const journal = on.service.journal();
  expect(journal.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(journal.length).toBeLessThanOrEqual(MAX_TURNED_AWAY + 3);
  expectBudgetKept(journal, () => retryAfter(fault));
  expectNoSecret(on.secrets, [KEY], on.log.entries, journal, "error" in end ? end.error : null);
}

describe.each(TABLE)("read %s, %s", (way, _, read, fault) => {
  const start = async (times: number) => {
    const { answer } = (await outcome(run({ seed: SEED }), read.run)) as { answer: unknown };
    const on = faulty({ seed: SEED }, fault, { operation: read.operation, times });
    const end = await outcome(on, read.run);
    expectNothingBroken(on, fault, end);
    const isRight = "answer" in end && lasting(end.answer) === lasting(answer);
    return { end, isRight, requests: on.service.journal().length };
  };
  // A fault of the list alone proves nothing about the clusters: each is read by its id.
  const shared = way === "shared by three";
  const byId = shared && fault.effect.kind === "error_in_200";

  test("once: the right answer after one more request, or an immediate rejection", async () => {
    const { end, isRight, requests } = await start(1);
    const refused = fault.tells === "refused" && !byId;
    if (refused) expectFailed(end);
    else expect(isRight).toBe(true);
    expect(requests).toBe(byId ? 4 : refused || fault.tells === "all" ? 1 : 2);
  });

  test("every time: the right answer, or a clear error after a few requests", async () => {
    const { end, isRight } = await start(0);
    if (fault.tells === "all" || byId) expect(isRight).toBe(true);
    else if (!(shared && isRight)) expectFailed(end);
  });

  function expectFailed(end: Ending): void {
    const { error } = end as { error: ApiError };
    expect(error).toBeInstanceOf(ApiError);
    expect(error.operation).toBe(read.operation);
    const { kind } = error;
    if (fault.tells === "nothing") expect([kind, isTransient(kind)]).toEqual([kind, true]);
    else if (fault.tells === "later") expect(kind).toBe("rate_limit");
    else expect(kind).toBe(fault.effect.kind === "redirect" ? "redirect" : "invalid");
  }
});

test.each(EVERY)("the second page of three, %s: the whole list, or a clear error", async (_, fault) => {
  const clusters = Array.from({ length: 130 }, (_, number) => ({ id: `c${number}` }));
  const on = faulty({ seed: { clusters } }, fault, { operation: "listClusters", nth: 2 });
  const end = await outcome(on, async (client, options) => {
    const listing = await client.clusterListing({ maxAge: 0, ...options });
    return listing.clusters.map(({ id }) => id).sort();
  });
  const refused = fault.tells === "refused";
  // The third page is requested beside the second.
  expect(on.service.journal()).toHaveLength(refused || fault.tells === "all" ? 3 : 4);
  if (refused) expect(end).toHaveProperty("error");
  else expect(end).toEqual({ answer: clusters.map(({ id }) => id).sort() });
});

/** A cluster that is in service after four to six minutes; every other poll fails. */
test.each(EVERY)(
  "a wait, %s: succeeds, or fails with a clear error if waiting is useless",
  async (_, fault) => {
    const seed = { clusters: [{ id: "c1", status: "provisioning" as const }] };
    const polls = [1, 3, 5, 7].map((nth) => ({ operation: "getCluster" as const, nth }));
    const on = faulty({ seed }, fault, ...polls);
    const end = await outcome(on, (client, options) =>
      client.waitForCluster("c1", {
        describe: "cluster c1 to be in service",
        judge: (seen) =>
          seen.kind === "present" && seen.cluster.status === "in_service" ? "done" : "pending",
        deadline: START + 30 * 60_000,
        ...options,
      }),
    );
    expectBudgetKept(on.service.journal(), () => retryAfter(fault));
    expect(on.service.journal().length).toBeLessThanOrEqual(12);
    if (fault.tells === "refused") expect(end).toMatchObject({ error: { name: "ApiError" } });
    else expect(end).toMatchObject({ answer: { kind: "present", cluster: { status: "in_service" } } });
  },
);
