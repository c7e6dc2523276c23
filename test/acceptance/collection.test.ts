import { prepareNodes } from "./everyType/onNodes";
import { OPTIONS, oneScene } from "./support";

/** The effect of deletes and replacements on documents (docs/design/data-plane.md#collections). */
const ADDRESS = "searchcloud_collection.products";
const on = oneScene(OPTIONS, prepareNodes);

const products = (lines = "", rank = "int32") => `resource "searchcloud_collection" "products" {
  cluster_id = "shop2"
  name       = "products"
  ${lines}
  field {
    name = "title"
    type = "string"
  }
  field {
    name = "rank"
    type = "${rank}"
  }
}`;
const SORTED = 'default_sorting_field = "rank"';
const ALLOWED = 'replacement = "allow"';
const add = (count: number) =>
  on.emulator.addDocumentsOutside(
    "shop2",
    "products",
    Array.from({ length: count }, (_, rank) => ({ title: "a", rank })),
  );

test("documents added since the plan of a replacement are not dropped", async () => {
  await on.apply(products());
  on.wrote();
  const said = await on.applyAfter(() => add(2), products(SORTED), 1);
  expect(said).toMatch(/holds 2 documents.*It was not deleted: it held 0 documents at plan/);
  expect(on.wrote()).toEqual([]);
});

test("with documents, an edit that needs another collection is an error at plan, as is -replace", async () => {
  expect(await on.plan(products(SORTED), 1)).toMatch(
    /Error: Collection "products" of cluster shop2 holds 2 documents/,
  );
  await on.write(products());
  const { output } = await on.workspace.plan([`-replace=${ADDRESS}`], { expect: 1 });
  expect(output).toContain("holds 2 documents");
});

test("a tainted one is not deleted with its documents", async () => {
  await on.write(products());
  await on.workspace.terraform(["taint", ADDRESS]);
  expect(await on.plan(undefined, 1)).toMatch(/already exists.*It holds 2 documents.*untaint/);
  await on.workspace.terraform(["untaint", ADDRESS]);
  await on.empty();
});

test("an edit of fields reindexes them by one PATCH, and an edit that they do not fit changes nothing", async () => {
  const said = await on.apply(products("", "float"));
  expect(said).toMatch(/Warning: Collection "products" of cluster shop2 will reindex 2 documents/);
  expect(on.wrote()).toEqual(["updateCollection"]);
  const misfit = products("", "float").replace('"string"', '"int32"');
  expect(await on.apply(misfit, 1)).toMatch(/Existing data for field `title`.*Nothing was changed/);
  await on.empty(products("", "float"));
});

test("on demand they are dropped, as the plan announced", async () => {
  const said = await on.apply(products(`${SORTED}\n${ALLOWED}`, "float"));
  expect(said).toMatch(/Warning: Collection "products" of cluster shop2 is deleted with 2 documents/);
  expect(said).toContain("1 added, 0 changed, 1 destroyed");
  await on.empty();
});

test("a protected one stays; a destroy names the documents that go", async () => {
  add(3);
  await on.apply(products(`${SORTED}\n${ALLOWED}\ndeletion_protection = true`, "float"));
  on.wrote();
  expect(await on.destroy(1)).toMatch(/is protected against deletion/);
  expect(await on.plan(products(`${ALLOWED}\ndeletion_protection = false`, "float"), 1)).toMatch(
    /is protected/,
  );
  await on.apply(products(SORTED, "float"));
  expect(on.wrote()).toEqual([]);
  expect(await on.destroy()).toMatch(/Warning: .* is deleted with 3 documents/);
  expect(on.wrote()).toEqual(["deleteCollection"]);
});

test("all kinds of fields, and edits that servers do not answer, end in an empty plan; late errors of servers are errors at plan", async () => {
  const kinds = (more: string, rank = "") => `resource "searchcloud_collection" "products" {
  cluster_id            = "shop2"
  name                  = "kinds"
  default_sorting_field = "rank"
  enable_nested_fields  = true
  metadata              = jsonencode({ owner = "shop" })
  field {
    name = "rank"
    type = "int32"
    ${rank}
  }
  field {
    name = "area"
    type = "geopolygon"
    optional = true
  }
  field {
    name = ".*"
    type = "${more.includes("range") ? "string*" : "auto"}"
  }
  field {
    name  = "o"
    type  = "object"
    ${more.includes("range") ? "facet = true" : ""}
    optional = true
  }
  field {
    name     = "o.p"
    type     = "string"
    locale   = ""
    optional = true
    ${more.includes("range") ? "facet = true" : ""}
  }
  field {
    name     = "sizes"
    type     = "int32[]"
    optional = true
    ${more}
  }
  field {
    name  = "words"
    type  = "string"
    optional = true
    extra = jsonencode({ stem_dictionary = "plurals", truncate_len = ${more.includes("range") ? 50 : 60} })
  }
}`;
  await on.apply(kinds(""));
  await on.empty();
  on.wrote();
  const said = await on.apply(kinds("range_index = true\nfacet = true"));
  expect(said).toContain("0 added, 1 changed, 0 destroyed");
  expect(on.wrote()).toEqual(["updateCollection", "updateCollection"]);
  await on.empty();
  on.emulator.addDocumentsOutside("shop2", "kinds", [{ rank: 1 }]);
  expect(await on.plan(kinds("sort = true"), 1)).toMatch(/Field "sizes" is not valid.*sort on int32/);
  expect(await on.plan(kinds("range_index = true\nfacet = true", "facet = true"), 1)).toMatch(
    /holds 1 document.*drops the default sorting field "rank"/,
  );
  await on.write(kinds("range_index = true\nfacet = true"));
  await on.destroy();
});

test("fields that the server finds in documents are not drift, and are omitted from the configuration of an import", async () => {
  const found = `resource "searchcloud_collection" "products" {
  cluster_id = "shop2"
  name       = "events"
  field {
    name = ".*"
    type = "auto"
  }
  field {
    name  = "kind"
    type  = "string"
    facet = true
  }
}`;
  await on.apply(found);
  on.emulator.addDocumentsOutside("shop2", "events", [{ kind: "a", size: 3, tags: ["x"] }]);
  await on.empty();
  await on.workspace.terraform(["state", "rm", ADDRESS]);
  await on.write(`import {\n  to = ${ADDRESS}\n  id = "shop2/events"\n}`);
  const generated = await on.generated();
  expect(generated.match(/name +=.*/g)).toHaveLength(3);
  expect(await on.apply()).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
});
