import { join, relative } from "node:path";
import { prepareNodes } from "../everyType/onNodes";
import { flat, OPTIONS, oneScene } from "../support";

/** Typical searches on nodes: for documents that the same run imports, and in a check of every plan. */
const on = oneScene(OPTIONS, prepareNodes);

const CATALOG = (more = "") => `
resource "searchcloud_collection" "catalog" {
  cluster_id = "shop1"
  name       = "catalog"
  field {
    name = "title"
    type = "string"
  }
}
resource "searchcloud_documents" "seed" {
  cluster_id = "shop1"
  collection = searchcloud_collection.catalog.name
  content    = jsonencode({ id = "1", title = "Oak bookcase" })
}
${more}`;

const search = (q: string, rest = "") => `
  data "searchcloud_search" "it" {
    cluster_id = "shop1"
    collection = "catalog"
    parameters = { q = ${JSON.stringify(q)}, query_by = "title" }
    depends_on = [searchcloud_documents.seed]
    ${rest}
  }`;

const check = (q: string) => `check "answers" {${search(q)}
  assert {
    condition     = data.searchcloud_search.it.found == 1
    error_message = "Found \${data.searchcloud_search.it.found}."
  }
}`;

test("one run creates, imports and reads: no search precedes its documents", async () => {
  const document = `data "searchcloud_document" "oak" {
    cluster_id  = "shop1"
    collection  = searchcloud_documents.seed.collection
    document_id = searchcloud_documents.seed.num_imported
  }
  output "title" { value = jsondecode(data.searchcloud_document.oak.json).title }`;
  const postcondition = `lifecycle {
    postcondition {
      condition     = self.found == 1
      error_message = "Found \${self.found}."
    }
  }`;
  await on.plan(CATALOG(`${search("oak", postcondition)}\n${document}`));
  expect(on.requests()).not.toContain("searchDocuments");
  await on.apply();
  expect(on.wrote()).toEqual(["createCollection", "importDocuments"]);
  const { values } = await on.workspace.state();
  expect(values?.outputs?.title?.value).toBe("Oak bookcase");
  await on.empty();
});

test("a check searches at every plan, and warns if expected documents are missing", async () => {
  expect(await on.apply(CATALOG(check("bookcase")))).not.toContain("Warning");
  expect(await on.plan(CATALOG(check("lamp")))).toMatch(/Warning: Check block assertion failed.*Found 0\./);
  expect(await on.plan(CATALOG(check("lamp").replace('"title"', '"name"')))).toMatch(
    /Warning: Could not search collection catalog: the node answered 404/,
  );
});

test("a collection that is dropped outside is created and filled again, by one apply", async () => {
  on.emulator.dropCollectionOutside("shop1", "catalog");
  const said = await on.apply(CATALOG());
  expect(said).toMatch(/Warning: Collection "catalog" of cluster shop1 is gone/);
  expect(on.wrote()).toEqual(["createCollection", "importDocuments"]);
  await on.empty();
});

test("a restart of the nodes, which sets new creation times, plans empty; so does a state with the trigger of earlier examples", async () => {
  const triggered = CATALOG().replace(
    "  content    =",
    "  triggers   = { collection_created_at = searchcloud_collection.catalog.created_at }\n  content    =",
  );
  await on.apply(triggered);
  on.wrote();
  const [cluster] = on.emulator.state().clusters;
  for (const node of cluster?.hostnames?.nodes ?? []) on.emulator.restartNode(node);
  expect(await on.empty(triggered)).not.toContain("Warning");
  expect(await on.empty(CATALOG())).not.toContain("Warning");
  expect(on.wrote()).toEqual([]);
});

test("a state with the absolute path of one checkout plans empty in another, and with a relative path; other documents are sent from there", async () => {
  const { directory } = on.workspace;
  const from = (file: string) => CATALOG().replace(/content .*/, `file = ${JSON.stringify(file)}`);
  await on.workspace.write({
    "one/seed.jsonl": '{"id":"1","title":"Ash"}\n',
    "two/seed.jsonl": '{"id":"1","title":"Ash"}\n',
  });
  await on.apply(from(join(directory, "one/seed.jsonl")));
  on.wrote();
  await on.empty(from(join(directory, "two/seed.jsonl")));
  // The provider of these tests runs in the folder of the tests.
  const other = relative(process.cwd(), join(directory, "two/seed.jsonl"));
  await on.empty(from(other));
  await on.workspace.write({ "two/seed.jsonl": '{"id":"1","title":"Yew"}\n' });
  await on.apply(from(other));
  expect(on.wrote()).toEqual(["importDocuments"]);
  expect(await on.values("searchcloud_documents.seed")).toMatchObject({ file: other });
  await on.apply(CATALOG());
});

test("a collection that another client recreated is filled again if it is empty, and left alone if it may be the same", async () => {
  const field = { name: "title", type: "string" } as const;
  on.emulator.dropCollectionOutside("shop1", "catalog");
  on.emulator.createCollectionOutside("shop1", { name: "catalog", fields: [field] });
  on.emulator.addDocumentsOutside("shop1", "catalog", [{ id: "1", title: "Written by an application" }]);
  await on.empty(CATALOG());
  on.emulator.dropCollectionOutside("shop1", "catalog");
  on.emulator.createCollectionOutside("shop1", { name: "catalog", fields: [field] });
  const fill = () =>
    on.emulator.addDocumentsOutside("shop1", "catalog", [{ id: "1", title: "Written since the plan" }]);
  expect(await on.applyAfter(fill, CATALOG(), 1)).toMatch(
    /has changed since the plan.*was empty when.*holds 1 document now/,
  );
  expect(on.wrote()).toEqual([]);
  await on.empty();
  on.emulator.dropCollectionOutside("shop1", "catalog");
  on.emulator.createCollectionOutside("shop1", { name: "catalog", fields: [field] });
  expect(await on.plan(CATALOG())).toMatch(/1 to change.*It is empty, and 1 document was imported/);
  await on.apply(CATALOG());
  expect(on.wrote()).toEqual(["importDocuments"]);
  await on.empty();
});

test("a collection that is replaced is filled again in the same run; destroyed, it goes with its documents", async () => {
  const sorted = CATALOG().replace('type = "string"', 'type = "string"\n sort = true');
  const said = await on.apply(
    sorted.replace(
      'name       = "catalog"',
      'name = "catalog"\n token_separators = ["-"]\n replacement = "allow"',
    ),
  );
  expect(on.wrote()).toEqual(["deleteCollection", "createCollection", "importDocuments"]);
  expect(said).toMatch(/content will be imported again|may be imported again/);
  await on.empty();
  await on.workspace.apply(["-replace=searchcloud_collection.catalog"]);
  expect(on.wrote()).toEqual(["deleteCollection", "createCollection", "importDocuments"]);
  await on.empty();
  const destroyed = flat(await on.destroy());
  expect(destroyed).toContain(
    'searchcloud_documents deletes no documents from collection "catalog" of cluster shop1',
  );
  expect(on.wrote()).toEqual(["deleteCollection"]);
});
