import { prepareNodes } from "./everyType/onNodes";
import { importBlock, OPTIONS, oneScene } from "./support";

/** From a collection and an alias to a live collection, in one deploy without a request that writes (docs/guides/live-collections.md#migration). */
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

test("one deploy moves them, changes nothing and writes nothing", async () => {
  await on.apply(BY_HAND);
  on.wrote();
  expect(await on.plan(`${live()}\n${FORGET}`)).toMatch(
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
  // What no server stores is an update of the state alone.
  expect(await on.apply(live('updated_at_field = "updated_at"'))).toMatch(/0 added, 1 changed, 0 destroyed/);
  expect(on.wrote()).toEqual([]);
});
