import { DATA_PLANE_KEY_HEADERS } from "../../src/api/dialects";
import { prepareNodes } from "./everyType/onNodes";
import { eachScene, flat, importBlock, NODE_KEY, OPTIONS } from "./support";

/** The identity of a key (docs/design/data-plane.md#key): `shop1` has three nodes, `shop2` one, each with two keys. */
const on = eachScene(OPTIONS, prepareNodes);

const KEY = "searchcloud_key.search";
const key = (cluster = "shop2") => `resource "searchcloud_key" "search" {
  cluster_id  = "${cluster}"
  description = "search"
  actions     = ["documents:search"]
  collections = ["*"]
}`;
const THEIRS = { description: "theirs", actions: ["*"], collections: ["*"] };
const descriptions = () => on.emulator.state().node_keys.map(({ description }) => description);
const keysOf = (description: string) =>
  on.emulator.state().node_keys.filter((one) => one.description === description);

/** Sets the servers of a cluster up again, with the key of the provider, and another team's keys under all former ids. */
function rebuild(cluster: string): void {
  on.emulator.rebuildOutside(cluster);
  on.emulator.createNodeKeyOutside(cluster, { ...THEIRS, description: "test", value: NODE_KEY });
  for (let count = 0; count < 4; count += 1) on.emulator.createNodeKeyOutside(cluster, THEIRS);
}

test("a server is set up again, and the id is another team's key: refresh, apply and destroy leave it alone", async () => {
  await on.apply(key());
  const { value_prefix: ours } = await on.values(KEY);
  expect(on.wrote()).toEqual(["createKey"]);
  rebuild("shop2");
  const theirs = keysOf("theirs");
  const { value_prefix: shown } = theirs.find(({ id }) => id === 2) ?? {};

  // Without a refresh, only the delete itself can notice.
  await on.workspace.terraform(["state", "pull"]);
  const state = await on.workspace.stateText();
  const destroyed = flat((await on.workspace.destroy(["-refresh=false"])).output);
  expect(destroyed).toMatch(/Warning: Key "search" \(shop2\/2\) no longer exists/);
  expect(destroyed).toContain("Nothing was revoked");
  expect([on.wrote(), keysOf("theirs")]).toEqual([[], theirs]);

  await on.workspace.write({ "terraform.tfstate": state });
  const planned = await on.plan();
  expect(planned).toMatch(/Warning: Key "search" \(shop2\/2\) is gone/);
  expect(planned).toContain(`its value begins with ${shown}, the one in the state with ${ours}`);
  expect(planned).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
  await on.apply();
  expect(await on.values(KEY)).toMatchObject({ id: "shop2/5" });
  await on.empty();
  await on.destroy();
  expect([on.wrote(), keysOf("theirs")]).toEqual([["createKey", "deleteKey"], theirs]);
});

describe("an apply is killed between the POST of a key and its state", () => {
  /** Kills an apply and returns the output of the next plan. */
  async function killed(): Promise<string> {
    await on.write(key());
    const running = await on.heldAt({ operation: "createKey", nth: 1 }, "after");
    running.kill();
    await running.finished;
    on.emulator.clearFaults();
    on.emulator.releaseHolds();
    expect([keysOf("search").length, await on.inState()]).toEqual([1, []]);
    const said = await on.plan();
    expect(said).toMatch(/Warning: Cluster shop2 already has a key like this: 2 \(\w{4}…\)/);
    return said;
  }

  test("the next plan names the key, and how to revoke it: one key remains", async () => {
    const said = await killed();
    // With the headers of both dialects: the servers accept one and ignore the other.
    const [, header = "", url = ""] =
      /curl -X DELETE(?: -H "([\w-]+): \$SEARCHCLOUD_DATA_API_KEY")+ "([^"]+)"/.exec(said) ?? [];
    expect(DATA_PLANE_KEY_HEADERS).toContain(header);
    const headers = Object.fromEntries(DATA_PLANE_KEY_HEADERS.map((name) => [name, NODE_KEY]));
    expect((await fetch(url, { method: "DELETE", headers })).status).toBe(200);
    expect(await on.plan()).not.toContain("Warning");
    await on.apply();
    expect(keysOf("search").map(({ id }) => `shop2/${id}`)).toEqual([(await on.values(KEY)).id]);
  });

  test("or import it: nothing is created, and the next plan is empty", async () => {
    const said = await killed();
    const id = /import \{ to = searchcloud_key\.NAME id = "([^"]+)" \}/.exec(said)?.[1] ?? "";
    const imported = await on.apply(`${key()}\n${importBlock(id, KEY)}`);
    expect(imported).toContain("Resources: 1 imported, 0 added, 0 changed, 0 destroyed.");
    await on.empty(key());
    expect([keysOf("search").length, (await on.values(KEY)).id]).toEqual([1, "shop2/2"]);
  });

  test("an apply that still creates another one repeats the warning; that one, in the state, is not a leftover", async () => {
    await killed();
    const said = await on.apply();
    expect(said.match(/Warning: Cluster shop2 already has a key like this/g)).toHaveLength(1);
    expect([keysOf("search").length, (await on.values(KEY)).id]).toEqual([2, "shop2/3"]);
    await on.workspace.terraform(["taint", KEY]);
    expect(await on.plan()).toMatch(/a key like this: 2 \(\w{4}…\) /);
  });
});

test("one of three nodes lags: a key is created once and stays in the state; the same apply can use it and an issued one", async () => {
  const [first = ""] = on.emulator.state().clusters.find(({ id }) => id === "shop1")?.hostnames?.nodes ?? [];
  on.emulator.lagNode(first, {});
  on.emulator.addFault({ match: { operation: "createKey" }, effect: { kind: "reset", when: "after" } });
  await on.apply(`resource "searchcloud_key" "search" {
  cluster_id  = "shop1"
  description = "search"
  actions     = ["*"]
  collections = ["*"]
}
resource "searchcloud_preset" "it" {
  cluster_id = "shop1"
  api_key    = searchcloud_key.search.value
  name       = "it"
  value      = "{}"
}
resource "searchcloud_api_keys" "pair" {
  cluster_id = "shop1"
}
resource "searchcloud_collection_alias" "it" {
  cluster_id      = "shop1"
  api_key         = searchcloud_api_keys.pair.admin_key
  name            = "it"
  collection_name = "products"
}`);
  expect(on.wrote().sort()).toEqual(["createKey", "issueClusterApiKeys", "upsertAlias", "upsertPreset"]);
  expect(await on.empty()).not.toContain("Warning");
  expect(descriptions().filter((one) => one === "search")).toHaveLength(1);
  await on.destroy();
  expect(keysOf("search")).toEqual([]);
});
