import { NODE_OPERATIONS } from "../../../../../src/api/dataPlane/operations";
import type { FaultMatchBody } from "../../../../../src/emulator";
import { echoing } from "../../../../client/faults/run";
import { Account, ENDING, ENDING_AT_NODES, NODE_KEY, NOTHING, OF_WRITES, PASSING } from "./kit";

/**
 * Every request that a rehearsal sends, under every fault that passes: one clone is made, no version is judged by a fault, and
 * what is not finished is finished by the next apply, with the same clone (docs/design/laws.md#l1, #l2).
 */
type Operation = NonNullable<FaultMatchBody["operation"]>;

/** Number of requests by operation. */
const REQUESTS: readonly (readonly [operation: Operation, count: number])[] = [
  ["getCluster", 7],
  ["listCollections", 3],
  ["searchDocuments", 3],
  ["listConfigurationChanges", 1],
  ["listCloningOperations", 1],
  ["listClusters", 1],
  ["createCloningOperation", 1],
  ["getCloningOperation", 3],
  ["issueClusterApiKeys", 1],
  ["getHealth", 1],
  ["getDebug", 1],
  ["getCollection", 1],
  ["terminateCluster", 1],
];

const faultsOf = (operation: Operation) => {
  if (operation in NODE_OPERATIONS) return ENDING_AT_NODES;
  return /^(get|list)/.test(operation) ? ENDING : OF_WRITES;
};

test("these are its requests", async () => {
  const on = new Account();
  const { state } = await on.apply(NOTHING, () => on.emulator.clearJournal());
  expect(state?.status).toBe("passed");
  const sent = on.emulator.journal().map(({ operation }) => operation ?? "?");
  const counts = [...new Set(sent)].map((name) => [name, sent.filter((one) => one === name).length]);
  expect(new Map(counts as [string, number][])).toEqual(new Map<string, number>(REQUESTS));
});

describe.each(REQUESTS)("%s", (operation, count) => {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const cases = numbers.flatMap((nth) =>
    faultsOf(operation).map((fault) => [nth, fault.name, fault] as const),
  );

  test.each(cases)("number %s: %s", async (nth, _, { effect, letsGoAfter = null }) => {
    const on = new Account();
    on.emulator.holdFor(letsGoAfter);
    const said = echoing(effect, operation in NODE_OPERATIONS ? NODE_KEY : undefined);
    const add = () => void on.emulator.addFault({ match: { operation, nth }, effect: said });
    let ran = await on.apply(NOTHING, add);
    const [met] = on.emulator.state().faults.map((one) => one.met);
    const first = { met, status: ran.state?.status, said: ran.said, forgotten: on.forgotten(ran) };
    expect(first).toEqual({ ...first, met: 1, forgotten: [] });
    expect(first).not.toMatchObject({ status: "failed" });

    on.emulator.clearFaults();
    if (ran.state?.status !== "passed") ran = await on.apply(ran);
    expect({ first, last: ran }).toMatchObject({
      first,
      last: { state: { status: "passed" }, failed: false },
    });
    expect({ first, clones: on.clones.length, billed: on.billed }).toEqual({ first, clones: 1, billed: [] });
    expect(on.secretsSaid).toEqual([]);
  });
});

test.each(PASSING)("each read at its first try: $name", async ({ effect, letsGoAfter = null }) => {
  const on = new Account();
  on.emulator.holdFor(letsGoAfter);
  const ran = await on.apply(NOTHING, () => {
    for (const [operation, count] of REQUESTS)
      for (let nth = 1; faultsOf(operation) !== OF_WRITES && nth < 2 * count; nth += 2)
        on.emulator.addFault({ match: { operation, nth }, effect });
  });
  expect(ran).toMatchObject({ state: { status: "passed" }, said: [] });
  expect([on.clones.length, on.billed, on.secretsSaid]).toEqual([1, [], []]);
});

/** A service, or its nodes, that becomes unavailable at any request, for some minutes or until the next apply. */
const AWAY = [
  ["the management API", "/clusters**", 16],
  ["the nodes", "/nodes/**", 9],
] as const;
const MINUTES = 5;

test("the number of requests is known", async () => {
  const on = new Account();
  await on.apply(NOTHING, () => on.emulator.clearJournal());
  const isOfNode = ({ path }: { readonly path: string }) => path.startsWith("/nodes/");
  const [nodes, all] = [on.emulator.journal().filter(isOfNode).length, on.emulator.journal().length];
  expect([all - nodes, nodes]).toEqual(AWAY.map(([, , count]) => count));
});

/** Before the clone is requested, an apply that ends leaves nothing. */
const [FIRST_OF_API, FIRST_OF_NODES] = [6, 3] as const;
const CASES = AWAY.flatMap(([what, path, count]) => {
  const first = path === "/nodes/**" ? FIRST_OF_NODES : FIRST_OF_API;
  const long = Array.from(
    { length: count - first + 1 },
    (_, at) => [what, first + at, "for long", path] as const,
  );
  return [[what, first, "for minutes", path] as const, ...long];
});

test.each(CASES)("%s away from request %i on, %s", async (_, nth, long, path) => {
  const on = new Account();
  let ran = await on.apply(NOTHING, () => {
    on.emulator.addFault({ match: { path, nth, times: 0 }, effect: { kind: "reset" } });
    if (long === "for minutes")
      void on.clock.sleep(MINUTES * 60_000, new AbortController().signal).then(on.emulator.clearFaults);
  });
  const first = { status: ran.state?.status, said: ran.said, forgotten: on.forgotten(ran) };
  expect(first).toEqual({ ...first, forgotten: [] });
  expect(first).not.toMatchObject({ status: "failed" });
  on.emulator.clearFaults();
  if (ran.state?.status !== "passed") ran = await on.apply(ran);
  expect({ first, last: ran }).toMatchObject({ first, last: { state: { status: "passed" }, failed: false } });
  expect({ first, clones: on.clones.length, billed: on.billed }).toEqual({ first, clones: 1, billed: [] });
});
