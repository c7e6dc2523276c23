import { reportOn } from "../../src/command/drift/findings";
import { lacking } from "../support/features";
import { prepareNodes } from "./everyType/onNodes";
import { importBlock, OPTIONS, oneScene } from "./support";

/** Objects that name a live collection or a version of it, and the way to it from a collection and an alias. */
const on = oneScene(OPTIONS, prepareNodes);

const FIELDS = `field {
    name = "title"
    type = "string"
  }
  field {
    name = "updated_at"
    type = "int64"
  }`;
const BY_HAND = `resource "searchcloud_collection" "catalog_v1" {
  cluster_id = "shop2"
  name       = "catalog_v1"
  metadata   = jsonencode({ owner = "shop" })
  ${FIELDS}
}
resource "searchcloud_collection_alias" "catalog" {
  cluster_id      = "shop2"
  name            = "catalog"
  collection_name = searchcloud_collection.catalog_v1.name
}
resource "searchcloud_documents" "catalog" {
  cluster_id = "shop2"
  collection = searchcloud_collection_alias.catalog.name
  content    = jsonencode({ id = "1", title = "Oak", updated_at = 1 })
}`;
const live = (more = "") => `resource "searchcloud_live_collection" "catalog" {
  cluster_id = "shop2"
  name       = "catalog"
  metadata   = jsonencode({ owner = "shop" })
  ${more}
  ${FIELDS}
}
resource "searchcloud_documents" "catalog" {
  cluster_id = "shop2"
  collection = searchcloud_live_collection.catalog.name
  content    = jsonencode({ id = "1", title = "Oak", updated_at = 1 })
}
${importBlock("shop2/catalog", "searchcloud_live_collection.catalog")}`;
const FORGET = `removed {
  from = searchcloud_collection.catalog_v1
  lifecycle {
    destroy = false
  }
}
removed {
  from = searchcloud_collection_alias.catalog
  lifecycle {
    destroy = false
  }
}`;

test("without the removed blocks, the plan refuses to delete what the live collection consists of", async () => {
  await on.apply(BY_HAND);
  on.wrote();
  const said = await on.plan(live(), 1);
  expect(said).toMatch(
    /Error: (Collection "catalog_v1"|Alias "catalog") of cluster shop2 belongs to live collection "catalog"/,
  );
  expect(said).toMatch(/a removed block with lifecycle \{ destroy = false \}/);
  expect(on.wrote()).toEqual([]);
});

test("one deploy moves them, changes nothing and writes nothing", async () => {
  const hasRemoved = lacking("removed blocks with lifecycle") === undefined;
  const old = ["searchcloud_collection.catalog_v1", "searchcloud_collection_alias.catalog"];
  if (!hasRemoved) await on.workspace.terraform(["state", "rm", ...old]);
  expect(await on.plan(`${live()}\n${hasRemoved ? FORGET : ""}`)).toMatch(
    /Plan: 1 to import, 0 to add, 0 to change, 0 to destroy/,
  );
  expect(await on.apply()).toMatch(/1 imported, 0 added, 0 changed, 0 destroyed/);
  expect((await on.inState()).map(({ address }) => address).sort()).toEqual([
    "searchcloud_documents.catalog",
    "searchcloud_live_collection.catalog",
  ]);
  expect(await on.values("searchcloud_live_collection.catalog")).toMatchObject({
    collection_name: "catalog_v1",
    step: "ready",
  });
  await on.empty(live());
  on.wrote();
  // What no server stores is an update of the state alone.
  expect(await on.apply(live('updated_at_field = "updated_at"'))).toMatch(/0 added, 1 changed, 0 destroyed/);
  expect(on.wrote()).toEqual([]);
});

test("documents that name the collection go on under the alias, and are not sent again", async () => {
  const byName = (name: string) => `resource "searchcloud_documents" "catalog" {
  cluster_id = "shop2"
  collection = ${name}
  content    = jsonencode({ id = "1", title = "Oak", updated_at = 1 })
}`;
  const rest = live('updated_at_field = "updated_at"').replace(
    /resource "searchcloud_documents"[\s\S]*?\n}\n/,
    "",
  );
  await on.apply(`${rest}\n${byName('"catalog_v1"')}`);
  await on.apply(`${rest}\n${byName('"catalog_v1"')}`);
  on.wrote();
  expect(await on.apply(`${rest}\n${byName("searchcloud_live_collection.catalog.name")}`)).toMatch(
    /0 added, 1 changed, 0 destroyed/,
  );
  expect(on.wrote()).toEqual([]);
  expect(await on.values("searchcloud_documents.catalog")).toMatchObject({
    id: "shop2/catalog",
    collection: "catalog",
  });
  await on.empty();
});

test("a version cannot be managed as a collection, and objects that name it are warned of", async () => {
  const version = (address: string) =>
    `resource "searchcloud_collection" "version" {\n  cluster_id = "shop2"\n  name = "catalog_v1"\n  ${FIELDS}\n}\n${address}`;
  expect(await on.plan(`${live()}\n${version("")}`, 1)).toMatch(
    /Error: Collection "catalog_v1" of cluster shop2 (is a version of live collection "catalog"|already exists)/,
  );
  const naming = `resource "searchcloud_key" "reader" {
  cluster_id  = "shop2"
  actions     = ["documents:search"]
  collections = [searchcloud_live_collection.catalog.collection_name]
}
resource "searchcloud_collection_alias" "shop" {
  cluster_id      = "shop2"
  name            = "shop"
  collection_name = searchcloud_live_collection.catalog.collection_name
}
resource "searchcloud_preset" "both" {
  cluster_id = "shop2"
  name       = "both"
  value      = jsonencode({ searches = [{ collection = searchcloud_live_collection.catalog.collection_name, q = "*" }] })
}
resource "searchcloud_analytics_rule" "popular" {
  cluster_id = "shop2"
  name       = "popular"
  definition = jsonencode({
    type       = "counter"
    collection = searchcloud_live_collection.catalog.collection_name
    event_type = "click"
    params     = { counter_field = "updated_at", weight = 1 }
  })
}`;
  const said = await on.plan(`${live('updated_at_field = "updated_at"')}\n${naming}`);
  for (const what of ["A key", 'Alias "shop"', 'Preset "both"', 'Analytics rule "popular"'])
    expect(said).toContain(`Warning: ${what} names a version of live collection "catalog"`);
});

describe("an edit that moves the alias", () => {
  const fresh = oneScene(OPTIONS, prepareNodes);
  test("documents behind the alias are not imported again by an edit that moves it; changed ones go to the new version", async () => {
    const catalog = (sorting: string, title: string) => `resource "searchcloud_live_collection" "shop" {
  cluster_id            = "shop1"
  name                  = "shop"
  default_sorting_field = "${sorting}"
  updated_at_field      = "updated_at"
  ${FIELDS}
  field {
    name = "rank"
    type = "int32"
  }
}
resource "searchcloud_documents" "shop" {
  cluster_id = "shop1"
  collection = searchcloud_live_collection.shop.name
  content    = jsonencode({ id = "1", title = "${title}", updated_at = 1, rank = 1 })
}`;
    await fresh.apply(catalog("rank", "Oak"));
    const { collection_name: first } = await fresh.values("searchcloud_live_collection.shop");
    // Written by an application since: an import would overwrite it.
    fresh.emulator.addDocumentsOutside("shop1", String(first), [
      { id: "1", title: "Yew", updated_at: 2, rank: 2 },
    ]);
    const bought = { name: "bought", type: "string", reference: "shop.id", optional: true };
    fresh.emulator.createCollectionOutside("shop1", { name: "orders", fields: [bought] });
    const said = await fresh.apply(catalog("updated_at", "Oak"));
    expect(said).toMatch(
      /Joins with .* stop working when the alias moves.* refer to it: field "bought" of collection "orders" \(shop\.id\)/,
    );
    expect(said).toMatch(/0 added, 1 changed, 0 destroyed/);
    expect(said).not.toMatch(/imported again|is not the one/);
    const { collection_name: second } = await fresh.values("searchcloud_live_collection.shop");
    expect(second).not.toBe(first);
    expect(await fresh.empty()).not.toMatch(/imported again|is not the one/);

    const both = await fresh.apply(catalog("rank", "Pine"));
    expect(both).toMatch(/0 added, 2 changed, 0 destroyed/);
    const { collection_name: third } = await fresh.values("searchcloud_live_collection.shop");
    expect([first, third].includes(third)).toBe(true);
    const order = fresh.requests().filter((one) => /upsertAlias|importDocuments/.test(one));
    expect(order.slice(-1)).toEqual(["importDocuments"]);
    expect(await fresh.empty()).not.toMatch(/imported again|is not the one/);
  });

  test("by somebody else is drift, which the next apply mends; documents stay as they are", async () => {
    fresh.emulator.createCollectionOutside("shop1", {
      name: "foreign",
      fields: [{ name: "title", type: "string" }],
    });
    fresh.emulator.addDocumentsOutside("shop1", "foreign", [{ id: "9", title: "Elm" }]);
    fresh.emulator.putAliasOutside("shop1", "shop", "foreign");
    const plan = await fresh.workspace.planJson();
    const found = reportOn(plan as never, []).resources.filter(({ status }) => status !== "in_sync");
    expect(
      found.map(({ type, status, attributes }) => [type, status, attributes.map(({ path }) => path)]),
    ).toEqual([["searchcloud_live_collection", "drift", ["step"]]]);
    fresh.requests();
    expect(await fresh.apply()).toMatch(/0 added, 1 changed, 0 destroyed/);
    expect(fresh.wrote()).toEqual(["upsertAlias"]);
    expect(await fresh.empty()).not.toMatch(/imported again|is not the one/);
  });
});
