import { OPERATIONS } from "../../../src/api/operations";
import { ApiError } from "../../../src/client";
import { isTransient, MAX_TURNED_AWAY } from "../../../src/client/request/retry";
import { monthlyInvoices } from "../../../src/emulator/invoices/record";
import { FAULTS, type FaultCase } from "../../support/faultMatrix";
import { START } from "../kit/clock";
import { parameterId, type Read, reads, SEED } from "./operations";
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

/** Every read under every fault (docs/design/laws.md#l8). */
const READS = reads(parameterId(run({ seed: SEED }).service), monthlyInvoices(3, START)[0]?.id ?? "");
const TABLE = READS.flatMap((read) =>
  FAULTS.map((fault) => [read.operation, read.way, fault.name, read, fault] as const),
);

test("every reading operation is there", () => {
  const all = Object.values(OPERATIONS).flatMap(({ id, kind }) => (kind === "read" ? [id] : []));
  expect([...new Set(READS.map(({ operation }) => operation))].sort()).toEqual([...all].sort());
});

/** What changes with the time of the reading is left out. */
const lasting = (answer: unknown) =>
  JSON.stringify(answer, (key, value) => (key === "usage" ? undefined : value));

const right = new Map<Read, string>();
beforeAll(async () => {
  for (const read of READS) {
    const end = await outcome(run({ seed: SEED }), read.run);
    right.set(read, lasting((end as { answer: unknown }).answer));
  }
  expect(new Set(right.values()).size).toBeGreaterThan(10);
});

/** What holds whatever happens. */
function expectNothingBroken(on: Run, read: Read, fault: FaultCase, end: Ending): void {
  const journal = on.service.journal();
  expect(journal.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(journal.length).toBeLessThanOrEqual(MAX_TURNED_AWAY + 3);
  expectBudgetKept(journal, () => retryAfter(fault));
  expectNoSecret([KEY], on.log.entries, journal, "error" in end ? end.error : null);
  if ("error" in end) expectClear(end.error, read);
  else expect([right.get(read), lasting(read.otherwise)]).toContain(lasting(end.answer));
}

function expectClear(error: unknown, { operation }: Read): void {
  expect(error).toBeInstanceOf(ApiError);
  const { summary, detail, attempt } = error as ApiError;
  expect(attempt.operation).toBe(operation);
  expect(summary).toMatch(/^Could not /);
  expect(detail).toContain(`GET ${attempt.baseUrl}${attempt.path} `);
  expect(detail.split("\n").length).toBeGreaterThan(1);
}

describe.each(TABLE)("%s by %s, %s", (operation, way, _, read, fault) => {
  const start = (times: number) => faulty({ seed: SEED }, fault, { operation, times });
  // What is wrong with the list alone says nothing about the clusters: each is read by its id.
  const shared = way === "read shared by three";
  const byId = shared && fault.effect.kind === "error_in_200";

  test("once: the right answer after one request more, or a refusal at once", async () => {
    const on = start(1);
    const end = await outcome(on, read.run);
    expectNothingBroken(on, read, fault, end);
    const requests = on.service.journal().length;
    if (fault.tells === "refused" && !byId) {
      expect(requests).toBe(1);
      expectFailed(end);
    } else {
      expect(lasting((end as { answer: unknown }).answer)).toBe(right.get(read));
      expect(requests).toBe(byId ? 4 : fault.tells === "all" ? 1 : 2);
    }
  });

  test("every time: the right answer, or a clear error after a few requests", async () => {
    const on = start(0);
    const end = await outcome(on, read.run);
    expectNothingBroken(on, read, fault, end);
    if (fault.tells !== "all" && !shared) expectFailed(end);
  });

  function expectFailed(end: Ending): void {
    if (read.otherwise === null) {
      expect(end).toEqual({ answer: null });
      return;
    }
    const { kind } = (end as { error: ApiError }).error;
    if (fault.tells === "nothing") expect([kind, isTransient(kind)]).toEqual([kind, true]);
    else if (fault.tells === "later") expect(kind).toBe("rate_limit");
    else expect(kind).toBe(fault.effect.kind === "redirect" ? "redirect" : "invalid");
  }
});

const EVERY = FAULTS.map((fault) => [fault.name, fault] as const);

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

/** A cluster that is in service after four to six minutes; every other poll goes wrong. */
test.each(EVERY)(
  "a wait, %s: ends well, or a clear error where waiting longer is no use",
  async (_, fault) => {
    const seed = { clusters: [{ id: "c1", status: "provisioning" as const }] };
    const on = faulty(
      { seed },
      fault,
      ...[1, 3, 5, 7].map((nth) => ({ operation: "getCluster" as const, nth })),
    );
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
