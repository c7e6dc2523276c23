import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { App, TerraformStack } from "cdktf";
import {
  Cluster,
  Collection,
  type DocumentsOptions,
  EphemeralVariable,
  Field,
  type ICollection,
  type IManagedCollection,
  SearchCloudProvider,
} from "../../constructs";
import { expression, outputs, stackWith, synthesized, warnings } from "./fixtures/stack";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const FILE = fileWith("catalog.jsonl", `${"\n".repeat(70_000)}{"title":"Bookcase"}\n`);
const fields = [Field.string("title")];

function stackOf(build: (catalog: IManagedCollection, scope: TerraformStack) => void) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new Collection(scope, "catalog", { cluster, fields }), scope);
  });
}

const imports = (stack: TerraformStack) =>
  Object.entries(synthesized(stack).resource?.searchcloud_documents ?? {}).map(([name, documents]) => ({
    name,
    ...documents,
  }));

test("resolves a file from the directory of the program", () => {
  const stack = stackOf((catalog) => {
    const seed = catalog.importDocuments("seed", { file: relative(process.cwd(), FILE) });
    outputs(catalog, { numImported: seed.numImported, importedAt: seed.importedAt });
  });
  const [{ name, ...documents } = { name: "" }] = imports(stack);
  expect(documents).toEqual({
    cluster_id: "x7ab",
    collection: expression("searchcloud_collection.catalog.name"),
    file: `${expression("path.module")}/${relative(join(App.of(stack).outdir, "stacks", "search"), FILE)}`,
  });
  expect(synthesized(stack).output).toEqual({
    numImported: { value: expression(`searchcloud_documents.${name}.num_imported`) },
    importedAt: { value: expression(`searchcloud_documents.${name}.imported_at`) },
  });
});

test("writes the same path in two checkouts, also with a linked output directory", () => {
  const pathIn = (checkout: string, outdir: string) => {
    mkdirSync(join(folder, checkout, "data"), { recursive: true });
    const file = fileWith(join(checkout, "data", "seed.jsonl"), "{}");
    const stack = new TerraformStack(new App({ outdir }), "search");
    new SearchCloudProvider(stack, "searchcloud");
    const nodeUrls = ["https://search.internal"];
    const catalog = Collection.fromCollectionName(stack, "catalog", "catalog", { nodeUrls });
    catalog.importDocuments("seed", { file });
    const [seed] = Object.values(synthesized(stack).resource?.searchcloud_documents ?? {});
    return String(seed?.file).replace(`${expression("path.module")}/`, "");
  };
  const [one, other] = ["one", "other"].map((name) => pathIn(name, join(folder, name, "cdktf.out")));
  expect([one, other]).toEqual(["../../../data/seed.jsonl", "../../../data/seed.jsonl"]);
  const elsewhere = join(folder, "deep", "er", "out");
  mkdirSync(join(elsewhere, "stacks", "search"), { recursive: true });
  symlinkSync(elsewhere, join(folder, "linked.out"));
  const linked = pathIn("third", join(folder, "linked.out"));
  expect(existsSync(join(elsewhere, "stacks", "search", linked))).toBe(true);
});

test.each<[given: string, options: DocumentsOptions, message: string | RegExp]>([
  ["nothing to import", {}, 'Documents "seed" has no documents: pass exactly one of file, content and from.'],
  [
    "two sources",
    { file: FILE, content: "{}" },
    'Documents "seed" has file and content: pass exactly one of file, content and from.',
  ],
  ["an empty content", { content: " \n" }, 'Documents "seed" has an empty content'],
  [
    "a file that is not there",
    { file: "no.jsonl" },
    /^Documents "seed" has the file "no\.jsonl", which cannot be read \(ENOENT.*\): pass the path of a file with one JSON document per line, relative to the directory of the program/,
  ],
  ["a folder", { file: folder }, /which is not a file: /],
  ["an empty file", { file: fileWith("empty.jsonl", "") }, /which is empty: /],
  ["a file of blanks", { file: fileWith("blank.jsonl", " \n\n\t\n") }, /which is empty: /],
])("%s is refused", (_, options, message) => {
  stackOf((catalog) => expect(() => catalog.importDocuments("seed", options)).toThrow(message));
});

test("rejects a backslash in content in HCL, in which CDKTF writes it incorrectly", () => {
  const stack = new TerraformStack(new App({ hclOutput: true, outdir: "unused" }), "search");
  const nodeUrls = ["https://search.internal"];
  const catalog = Collection.fromCollectionName(stack, "catalog", "catalog", { nodeUrls });
  const content = JSON.stringify({ title: 'Bookcase "Oak"' });
  expect(() => catalog.importDocuments("seed", { content })).toThrow(
    'Documents "seed" has a backslash in its content, which CDKTF writes incorrectly in HCL: pass a file instead, or synthesize ' +
      "JSON (without --hcl).",
  );
});

test("imports from another collection with a key that is in no state, instead of the one of that collection", () => {
  const stack = stackOf((catalog, scope) => {
    const other = Collection.fromCollectionName(scope, "other", "catalog-1", {
      nodeUrls: ["https://a.example"],
      apiKey: "k",
    });
    const { stringValue: apiKeyWo } = new EphemeralVariable(scope, "source_key");
    catalog.importDocuments("copy", { from: { collection: other, apiKeyWo } });
    expect(() =>
      catalog.importDocuments("two", { from: { collection: other, apiKeyWo, apiKey: "x" } }),
    ).toThrow(
      'Documents "two", in from, has apiKeyWo and another key, but requests can have one key only: pass one of them.',
    );
  });
  const [copy] = imports(stack);
  expect(copy).toMatchObject({
    from: {
      node_urls: ["https://a.example"],
      api_key_wo: expression("var.source_key"),
      collection: "catalog-1",
    },
  });
  expect(copy).not.toHaveProperty("from.api_key");
  const isWarned = ([, message]: [string, string]) =>
    message.startsWith("The prop from.apiKeyWo is a literal");
  expect(warnings(stack).filter(isWarned)).toEqual([]);
  const literal = stackOf((catalog) => {
    catalog.importDocuments("copy", { from: { collection: catalog, apiKeyWo: "literal" } });
  });
  expect(warnings(literal).filter(isWarned)).toHaveLength(1);
});

test("imports from another collection with its own nodes and key, after its imports", () => {
  const stack = stackOf((catalog, scope) => {
    const nodeUrls = ["https://search.internal:8108"];
    const other = Collection.fromCollectionName(scope, "other", "catalog-1", { nodeUrls, apiKey: "secret" });
    catalog.importDocuments("copy", { from: { collection: other, filterBy: "rank:>1" } });
    other.importDocuments("seed", { content: "{}", triggers: { week: "47" } });
  });
  const [copy, seed] = imports(stack);
  expect(copy).toMatchObject({
    cluster_id: "x7ab",
    from: {
      node_urls: ["https://search.internal:8108"],
      api_key: "secret",
      collection: "catalog-1",
      filter_by: "rank:>1",
    },
    depends_on: [`searchcloud_documents.${seed?.name}`],
  });
  expect(seed).toMatchObject({ triggers: { week: "47" } });
  expect(seed).not.toHaveProperty("depends_on");
});

describe("an expectation", () => {
  const searches = (stack: TerraformStack) =>
    Object.values(synthesized(stack).data?.searchcloud_search ?? {});

  test("searches after the collection, its imports and its dependencies, and must find documents", () => {
    const stack = stackOf((catalog) => {
      catalog.importDocuments("first", { content: "{}" });
      const dependsOn = [catalog.importDocuments("second", { content: "{}" })];
      const query = { q: "book", query_by: "title", per_page: 1, prefix: false };
      const { found } = catalog.expect("answers", { query, foundAtLeast: 2, dependsOn });
      catalog.importDocuments("third", { content: "{}" });
      outputs(catalog, { found });
    });
    const [first, second, third] = imports(stack).map(({ name }) => `searchcloud_documents.${name}`);
    expect(searches(stack)).toEqual([
      {
        cluster_id: "x7ab",
        collection: expression("searchcloud_collection.catalog.name"),
        parameters: { q: "book", query_by: "title", per_page: "1", prefix: "false" },
        depends_on: ["searchcloud_collection.catalog", second, first, third],
        lifecycle: {
          postcondition: [
            {
              condition: expression("(self.found >= 2)"),
              error_message:
                `The search in the collection ${expression("self.collection")} found ${expression("self.found")} documents, fewer than ` +
                "the expected 2. The collection, its documents and its aliases are not changed. Check the query and the imported " +
                "documents, then run deploy again.",
            },
          ],
        },
      },
    ]);
    const [name] = Object.keys(synthesized(stack).data?.searchcloud_search ?? {});
    expect(synthesized(stack).output?.found?.value).toBe(expression(`data.searchcloud_search.${name}.found`));
  });

  test("of an existing collection waits for its imports only, and can be depended on", () => {
    const stack = stackOf(({ node }, scope) => {
      const cluster = Cluster.fromClusterId(scope, "other", "x7ab");
      const existing: ICollection = Collection.fromCollectionName(scope, "shop", "shop", { cluster });
      const answers = existing.expect("answers", { query: { q: "*" } });
      cluster.addAlias("live", { collection: existing, dependsOn: [answers] });
      expect(node.id).toBe("catalog");
    });
    const [search] = searches(stack);
    expect(search).not.toHaveProperty("depends_on");
    const [alias] = Object.values(synthesized(stack).resource?.searchcloud_collection_alias ?? {});
    expect(alias?.depends_on).toEqual([expect.stringMatching(/^data\.searchcloud_search\.shop_answers_/)]);
  });

  test.each([0, 1.5])("rejects foundAtLeast %d", (foundAtLeast) => {
    stackOf((catalog) =>
      expect(() => catalog.expect("answers", { query: { q: "*" }, foundAtLeast })).toThrow(
        `CollectionExpectation "answers" has foundAtLeast ${foundAtLeast}, but a search must find at least one document`,
      ),
    );
  });
});
