import { prepareNodes } from "../everyType/onNodes";
import { OPTIONS, oneScene } from "../support";

/** The edits of a live collection that need another version, with the real terraform (docs/design/live-collections.md#carrying-out). */
const ADDRESS = "searchcloud_live_collection.catalog";
const on = oneScene(OPTIONS, prepareNodes);

const catalog = (sorting: string, more = "") => `resource "searchcloud_live_collection" "catalog" {
  cluster_id            = "shop2"
  name                  = "catalog"
  updated_at_field      = "updated_at"
  default_sorting_field = "${sorting}"
  query {
    name       = "all"
    parameters = { q = "*", query_by = "title" }
  }
  field {
    name = "title"
    type = "string"
  }
  field {
    name = "rank"
    type = "int32"
  }
  field {
    name = "price"
    type = "int32"
  }
  field {
    name = "updated_at"
    type = "int64"
  }
  ${more}
}`;
const collections = () =>
  Object.fromEntries(
    on.emulator
      .state()
      .collections.filter(({ name }) => name.startsWith("catalog"))
      .map(({ name, num_documents: documents }) => [name, documents]),
  );
const target = () =>
  on.emulator.state().aliases.find(({ name }) => name === "catalog")?.collection_name ?? "";
const add = (count: number) =>
  on.emulator.addDocumentsOutside(
    "shop2",
    target(),
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      title: "Yew",
      rank: at,
      price: -at,
      updated_at: 1,
    })),
  );

test("another sorting field is another version; reverting it is the way back; retain = 0 deletes the former one", async () => {
  await on.apply(catalog("rank"));
  add(3);
  await on.empty();
  const first = target();

  expect(await on.plan(catalog("price"))).toMatch(/3 documents/);
  await on.apply(catalog("price"));
  const second = target();
  expect(collections()).toEqual({ [first]: 3, [second]: 3 });
  expect(await on.values(ADDRESS)).toMatchObject({
    collection_name: second,
    step: "ready",
    versions: [
      { name: second, live: true, documents: 3 },
      { name: first, live: false, documents: 3 },
    ],
  });
  await on.empty();

  on.wrote();
  await on.apply(catalog("rank"));
  expect(target()).toBe(first);
  expect(on.wrote()).not.toContain("createCollection");
  await on.empty();

  await on.apply(catalog("rank", "retain = 0"));
  expect(collections()).toEqual({ [first]: 3 });
  await on.empty();
});
