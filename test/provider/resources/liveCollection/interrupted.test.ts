import {
  Account,
  CLUSTER,
  NODE_KEY,
  NOTHING,
  type Passing,
  type Ran,
  type Trouble,
} from "../../shared/dataPlane/faults/account";

import { LOSSES } from "../../shared/dataPlane/faults/play";

/** A create and a destroy that end at any of their requests: the next walk brings them to the same end (docs/design/laws.md#l1). */
const TITLE = { name: "title", type: "string" };
const CONFIG = { cluster_id: CLUSTER, name: "catalog", field: [TITLE] };
const FOREIGN = {
  collections: [{ name: "catalog_of_others", fields: [TITLE], documents: [{ id: "1", title: "Yew" }] }],
  aliases: { others: "catalog_of_others" },
  keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }],
};

/** Ends the process at a write request, before or after the node receives it. */
function endingAt(nth: number, side: "before" | "after", fate: "kill" | "stop"): Trouble {
  const meets =
    (at: typeof side) =>
    ({ nthWrite }: Passing) =>
      nthWrite === nth && at === side ? fate : undefined;
  return { before: meets("before"), after: meets("after") };
}

const MOMENTS = [1, 2, 3].flatMap((nth) =>
  (["before", "after"] as const).flatMap((side) =>
    (["kill", "stop"] as const).flatMap((fate) => [1, 3].map((nodes) => [fate, side, nth, nodes] as const)),
  ),
);
const theirs = { collections: ["catalog_of_others"], aliases: ["others"] };
const census = ({ emulator }: Account) => ({
  collections: emulator.state().collections.map(({ name }) => name),
  aliases: emulator.state().aliases.map(({ name }) => name),
});

const saidBy = ({ said }: Ran) => said.map(({ summary, detail }) => `${summary}: ${detail}`).join();

test.each(MOMENTS.filter(([, , nth]) => nth < 3))(
  "a create that ends by %s %s request %i, with %i nodes",
  async (fate, side, nth, nodes) => {
    const account = new Account("live_collection", nodes, FOREIGN);
    const first = await account.apply(CONFIG, NOTHING, endingAt(nth, side, fate));
    // A create that fails after its first request is not tainted: the next apply goes on.
    const text = first.said.map(({ summary }) => summary).join();
    expect([text, first.failed]).toEqual([text, fate === "kill" || first.state === null]);
    const healed = await account.apply(CONFIG, first);
    const said = healed.said.map(({ summary, detail }) => `${summary}: ${detail}`).join();
    if (fate === "kill" && side === "after" && nth === 2) {
      // Nobody can tell whose alias it is: the error has the import block.
      expect(said).toMatch(/already exists.*import/s);
      const imported = await account.import(`${CLUSTER}/catalog`);
      expect((await account.apply(CONFIG, imported)).empty).toBe(true);
      return;
    }
    expect([said, healed.failed]).toEqual([said, false]);
    const [version = ""] = census(account).collections.filter((name) => name !== "catalog_of_others");
    expect(census(account)).toEqual({
      collections: expect.arrayContaining(["catalog_of_others", version]),
      aliases: expect.arrayContaining(["others", "catalog"]),
    });
    expect(census(account).collections).toHaveLength(2);
    expect(healed.state).toMatchObject({ collection_name: version, step: "ready" });
    expect((await account.apply(CONFIG, healed)).empty).toBe(true);
  },
);

test.each(MOMENTS)(
  "a destroy that ends by %s %s request %i, with %i nodes",
  async (fate, side, nth, nodes) => {
    const account = new Account("live_collection", nodes, FOREIGN);
    const made = await account.apply(CONFIG, NOTHING);
    account.emulator.addDocumentsOutside(CLUSTER, String(made.state?.collection_name), [{ title: "Oak" }]);
    const first = await account.destroy(made, endingAt(nth, side, fate));
    const healed = first.state === null ? first : await account.destroy(first);
    const said = healed.said.map(({ summary, detail }) => `${summary}: ${detail}`).join();
    expect([said, healed.failed, healed.state]).toEqual([said, false, null]);
    expect(census(account)).toEqual(theirs);
  },
);

describe.each([0, 1, 2])("while node %i lags behind until the end", (node) => {
  const lagging = (account: Account) => account.emulator.lagNode(account.nodes[node] ?? "", {});
  const catchUp = (account: Account) => account.emulator.catchUpNode(account.nodes[node] ?? "");
  test("a create is refreshed as it is, and destroyed", async () => {
    const account = new Account("live_collection", 3, FOREIGN);
    lagging(account);
    const made = await account.apply(CONFIG, NOTHING);
    expect([saidBy(made), made.failed, made.state?.step]).toEqual(["", false, "ready"]);
    const again = await account.apply(CONFIG, made);
    expect([saidBy(again), again.empty]).toEqual(["", true]);
    const gone = await account.destroy(again);
    expect([saidBy(gone), gone.failed]).toEqual(["", false]);
    expect(census(account)).toEqual(theirs);
    catchUp(account);
  });

  test("a create after a destroy does not take what is gone for a rest", async () => {
    const account = new Account("live_collection", 3, FOREIGN);
    const made = await account.apply(CONFIG, NOTHING);
    lagging(account);
    await account.destroy(made);
    const again = await account.apply(CONFIG, NOTHING);
    // Only a node that still shows the alias can make it an error.
    if (again.failed) expect(saidBy(again)).toMatch(/already exists/);
    else expect(again.state).toMatchObject({ step: "ready" });
    catchUp(account);
    const healed = again.failed ? await account.apply(CONFIG, NOTHING) : again;
    expect([saidBy(healed), healed.failed]).toEqual(["", false]);
    expect((await account.apply(CONFIG, healed)).empty).toBe(true);
    expect(census(account).collections).toHaveLength(2);
  });
});

const LOST = Object.entries(LOSSES).flatMap(([name, effect]) =>
  [1, 3].map((nodes) => [name, nodes, effect] as const),
);

test.each(LOST)("the answers to all writes are lost (%s), with %i nodes", async (_, nodes, effect) => {
  const account = new Account("live_collection", nodes, FOREIGN);
  const lose = (
    ...operations: ("createCollection" | "upsertAlias" | "deleteAlias" | "deleteCollection")[]
  ) => {
    for (const operation of operations) account.emulator.addFault({ match: { operation }, effect });
  };
  lose("createCollection", "upsertAlias");
  const made = await account.apply(CONFIG, NOTHING);
  expect([saidBy(made), made.failed, made.state?.step]).toEqual(["", false, "ready"]);
  expect(census(account).collections).toHaveLength(2);
  lose("deleteAlias", "deleteCollection");
  const gone = await account.destroy(made);
  expect([saidBy(gone), gone.failed, gone.state]).toEqual(["", false, null]);
  expect(census(account)).toEqual(theirs);
});

test.each([0, 1, 2])("while node %i is down, it is created, edited in place and destroyed", async (node) => {
  const account = new Account("live_collection", 3, FOREIGN);
  account.emulator.takeNodeDown(account.nodes[node] ?? "");
  const made = await account.apply(CONFIG, NOTHING);
  expect([saidBy(made), made.failed, made.state?.step]).toEqual(["", false, "ready"]);
  const field = [TITLE, { name: "rank", type: "int32", optional: true }];
  const edited = await account.apply({ ...CONFIG, field }, made);
  expect([saidBy(edited), edited.failed, edited.state?.step]).toEqual(["", false, "ready"]);
  expect((await account.apply({ ...CONFIG, field }, edited)).empty).toBe(true);
  const gone = await account.destroy(edited);
  expect([saidBy(gone), gone.failed]).toEqual(["", false]);
  expect(census(account)).toEqual(theirs);
});
