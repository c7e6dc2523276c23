import { hastyClock } from "../support/hastyClock";
import { prepareNodes } from "./everyType/onNodes";
import { OPTIONS, oneScene } from "./support";

/** Nodes that do not answer, one of them or all (docs/design/data-plane.md#shared). `shop1` has three nodes, `shop2` one. */
const options = { ...OPTIONS, assumptions: { ...OPTIONS.assumptions, change_seconds: 1000 } };
/** A scene that skips pauses of up to 30 s, which the provider makes while no node answers. */
const on = oneScene(options, prepareNodes, hastyClock(30_000));

const alias = (label: string, cluster: string, collection = "products") =>
  `resource "searchcloud_collection_alias" "${label}" {
  cluster_id      = "${cluster}"
  name            = "${label}"
  collection_name = "${collection}"
}`;
const KEY = `resource "searchcloud_key" "search" {
  cluster_id  = "shop2"
  description = "search"
  actions     = ["documents:search"]
  collections = ["*"]
}`;
const KEY_ON_THREE = KEY.replace('"searchcloud_key" "search"', '"searchcloud_key" "three"').replace(
  "shop2",
  "shop1",
);
const text = (collection?: string) =>
  [alias("a", "shop1", collection), alias("b", "shop1"), alias("c", "shop2"), KEY].join("\n");
const nodesOf = (cluster: string): readonly string[] =>
  on.emulator.state().clusters.find(({ id }) => id === cluster)?.hostnames?.nodes ?? [];
const warnings = (said: string) => said.match(/Warning: .*?(?=, with| with searchcloud_)/g) ?? [];

beforeAll(() => on.apply(text()));

test("one of three nodes is down, the leader: reads and writes continue without a warning", async () => {
  const [leader = ""] = nodesOf("shop1");
  on.emulator.takeNodeDown(leader);
  expect(await on.apply(text("products_2"))).not.toContain("Warning");
  expect(await on.empty()).not.toContain("Warning");
  const { aliases } = on.emulator.state();
  expect(aliases.find(({ name }) => name === "a")?.collection_name).toBe("products_2");
  on.emulator.bringNodeUp(leader);
});

test("a node lags while answers are lost: nothing exists twice, and objects of others stay", async () => {
  const { emulator } = on;
  const [first = ""] = nodesOf("shop1");
  emulator.lagNode(first);
  emulator.putAliasOutside("shop1", "taken", "theirs");
  for (const operation of ["upsertAlias", "deleteAlias", "createKey"] as const)
    emulator.addFault({ match: { operation }, effect: { kind: "reset", when: "after" } });
  const wanted = [
    alias("a", "shop1", "products_3"),
    alias("d", "shop1"),
    alias("c", "shop2"),
    KEY,
    KEY_ON_THREE,
  ];
  const said = await on.apply([...wanted, alias("taken", "shop1")].join("\n"), 1);
  expect(said.match(/Error: [^:│]*already exists/g)).toEqual([
    'Error: Alias "taken" of cluster shop1 already exists',
  ]);

  const { aliases, node_keys } = emulator.state();
  expect(aliases.map(({ name, collection_name }) => [name, collection_name]).sort()).toEqual([
    ["a", "products_3"],
    ["c", "products"],
    ["d", "products"],
    ["taken", "theirs"],
  ]);
  expect(node_keys.filter(({ description }) => description === "search")).toHaveLength(2);
  emulator.catchUpNode(first);
  expect(await on.empty(wanted.join("\n"))).not.toContain("Warning");
  await on.apply(text());
});

test("the only node is restarted by a change: the state stays, with one warning for all objects on it", async () => {
  const perform_change_at = Date.parse(on.emulator.state().now) / 1000 + 60;
  on.emulator.changeOutside("shop2", { perform_change_at, new_memory: "16_gb", new_vcpu: "4_vcpus" });
  on.emulator.advance(61);
  const said = await on.empty();
  expect(warnings(said)).toEqual(["Warning: Objects on cluster shop2 could not be read"]);
  expect(said).toMatch(/change .* of cluster shop2 replaces or restarts them/);
  on.emulator.advance(3600);
  expect(await on.empty()).not.toContain("Warning");
});

test("all nodes of a cluster in service are down: an error that names each of them", async () => {
  const nodes = nodesOf("shop1");
  for (const node of nodes) on.emulator.takeNodeDown(node);
  const said = (await on.plan(undefined, 1)).replaceAll(" ", "");
  expect(nodes).toHaveLength(3);
  for (const node of nodes) expect(said).toContain(node);
  for (const node of nodes) on.emulator.bringNodeUp(node);
  await on.empty();
});

test("a cluster is terminated outside: its objects leave the state with one warning, and a destroy sends no request to a node", async () => {
  on.emulator.terminateOutside("shop2");
  on.emulator.advance(60);
  const said = await on.plan();
  expect(warnings(said)).toEqual(["Warning: Cluster shop2 is gone"]);
  expect(said).toContain("Plan: 2 to add, 0 to change, 0 to destroy");
  on.emulator.clearJournal();
  await on.destroy();
  const toNodes = on.emulator.journal().filter(({ path }) => path.startsWith("/nodes/shop2"));
  expect(toNodes).toEqual([]);
  expect(on.wrote()).toEqual(["deleteAlias", "deleteAlias"]);
});
