import { prepareNodes } from "../everyType/onNodes";
import { flat, OPTIONS, oneScene } from "../support";

/** What is found on nodes, as people look for it: with what is brought there in the same run, and in a check of every plan. */
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
  triggers   = { collection = searchcloud_collection.catalog.created_at }
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

test("what one run creates, imports and reads: nothing is searched before it is there", async () => {
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

test("a check searches at every plan, and warns when it does not find what it should", async () => {
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
  const destroyed = flat(await on.destroy());
  expect(destroyed).toContain('No document is deleted from collection "catalog" of cluster shop1');
  expect(on.wrote()).toEqual(["deleteCollection"]);
});
