import { embedded } from "../../../../src/emulator/dataPlane/documents/embed";
import { incoming, writeDocument } from "../../../../src/emulator/dataPlane/documents/write";
import { emptyData, type StoredCollection } from "../../../../src/emulator/domain/store/data";
import { collection } from "../documents/support";
import { fromLines, jsonLines, type NodeScene, nodeScenes } from "../support";

const scene = nodeScenes();

const BOOKS = {
  name: "books",
  fields: [
    { name: "title", type: "string" },
    { name: "rank", type: "int32" },
    { name: "secret", type: "string", optional: true, store: false },
  ],
};

async function books(options?: Parameters<typeof scene>[0]): Promise<NodeScene> {
  const started = await scene(options);
  await createBooks(started);
  return started;
}

async function createBooks({ ask }: NodeScene): Promise<void> {
  expect(await ask("POST /collections", { json: BOOKS })).toMatchObject({ status: 201 });
}

test("an import answers each line, in order, and a rejected one does not stop it", async () => {
  const { ask } = await books();
  const text = [
    '{"id":"a","title":"Dune","rank":1}',
    '{"id":"a","title":"Dune","rank":1}',
    "",
    '{"id":"b","title":5,"rank":1}',
    "[1]",
    "{",
    "[".repeat(200_000),
    '{"title":"Emma","rank":2}\r',
    "",
  ].join("\n");
  const { status, text: answer } = await ask("POST /collections/books/documents/import?return_id=true", {
    text,
  });
  const failed = (code: number, error: unknown, more: object = {}) => ({
    success: false,
    code,
    error,
    ...more,
  });
  expect(status).toBe(200);
  expect(fromLines(answer)).toEqual([
    { success: true, id: "a" },
    failed(409, "A document with id a already exists.", { id: "a" }),
    failed(400, "Field `title` must be a string.", { id: "b" }),
    failed(400, "Bad JSON: not a properly formed document."),
    failed(400, expect.stringMatching(/^Bad JSON: ./)),
    failed(400, "Bad JSON: The JSON is nested deeper than 100 levels."),
    // The line that repeats an id, and the refused one, have taken a number.
    { success: true, id: "3" },
  ]);
  expect((await ask("GET /collections/books")).body).toMatchObject({ num_documents: 2 });
});

test("an import of any size succeeds, and its export is the same", async () => {
  const { ask } = await books();
  const documents = Array.from({ length: 1500 }, (_, n) => ({
    id: `${n}`,
    rank: n,
    title: `Größe ${n}`.repeat(20),
  }));
  const text = jsonLines(documents);
  expect(Buffer.byteLength(text)).toBeGreaterThan(300_000);
  const answer = await ask("POST /collections/books/documents/import?action=upsert&batch_size=100", { text });
  expect(answer.text).toBe(documents.map(() => '{"success":true}').join("\n"));
  expect((await ask("GET /collections/books/documents/export")).text).toBe(text);
});

test("an import may be answered in the old form", async () => {
  const { ask } = await books({ assumptions: { import_answer: "object" } });
  const text = '{"title":"Dune","rank":1}\n{}\n';
  const error = "Field `rank` has been declared in the schema, but is not found in the document.";
  expect((await ask("POST /collections/books/documents/import", { text })).body).toEqual({
    items: [{ success: true }, { success: false, error }],
    num_imported: 1,
    success: false,
  });
});

test("names are sorted, whatever their order in the request", async () => {
  const { ask } = await books();
  await ask("POST /collections/books/documents", {
    json: { title: "x", rank: 1, o: [{ b: 1, a: { d: 1, c: 2 } }] },
  });
  const text = '{"id":"0","o":[{"a":{"c":2,"d":1},"b":1}],"rank":1,"title":"x"}';
  expect((await ask("GET /collections/books/documents/export")).text).toBe(text);
});

test("an export is filtered, and contains the requested fields", async () => {
  const { ask } = await books();
  const text = jsonLines([1, 2, 3].map((rank) => ({ id: `${rank}`, title: "x", rank, secret: "s" })));
  await ask("POST /collections/books/documents/import", { text });
  const path = "/collections/books/documents/export";
  const answer = await ask(`GET ${path}?filter_by=rank:>1&exclude_fields=title`);
  expect(answer.text).toBe('{"id":"2","rank":2}\n{"id":"3","rank":3}');
  expect((await ask(`GET ${path}?filter_by=rank:>9`)).text).toBe("");
  expect(await ask(`GET ${path}?filter_by=rank:>x`)).toMatchObject({ status: 400 });
});

test("an alteration is checked against the stored documents, and finds their fields", async () => {
  const { ask } = await books();
  const document = { id: "a", title: "Dune", rank: 1, pages: 412, year: "x" };
  await ask("POST /collections/books/documents", { json: document });
  const alter = (...fields: object[]) => ask("PATCH /collections/books", { json: { fields } });
  const incompatible =
    "Schema change is incompatible with the type of documents already stored in this collection.";
  expect(await alter({ name: "title", drop: true }, { name: "year", type: "int32" })).toMatchObject({
    status: 400,
    body: { message: `${incompatible} Existing data for field \`year\` cannot be coerced into an int32.` },
  });
  expect(await alter({ name: "isbn", type: "string" })).toMatchObject({
    status: 400,
    body: {
      message:
        "Field `isbn` has been declared in the schema, but is not found in the documents already present in the collection. If you still want to add this field, set it as `optional: true`.",
    },
  });
  expect(await alter({ name: "title", drop: true }, { name: "pages", type: "auto" })).toMatchObject({
    status: 200,
  });
  const { fields } = (await ask("GET /collections/books")).body as {
    fields: { name: string; type: string }[];
  };
  expect(fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "rank int32",
    "secret string",
    "pages auto",
    "pages int64",
  ]);
});

test("a document and an export contain joined documents, from a filter or include_fields", async () => {
  const { ask } = await scene();
  const create = async (name: string, ...fields: object[]) =>
    expect(await ask("POST /collections", { json: { name, fields } })).toMatchObject({ status: 201 });
  await create("authors", { name: "name", type: "string" });
  await create(
    "books",
    { name: "title", type: "string" },
    { name: "by", type: "string", reference: "authors.id" },
  );
  await ask("POST /collections/authors/documents", { json: { id: "v", name: "Verne" } });
  await ask("POST /collections/books/documents", { json: { id: "1", title: "Sea", by: "v" } });
  const lines = async (path: string) => fromLines((await ask(`GET /collections/${path}`)).text);
  const include = (text: string) => `include_fields=${encodeURIComponent(text)}`;
  const book = { id: "1", title: "Sea", by: "v" };

  expect(await lines(`books/documents/1?${include("$authors(name)")}`)).toEqual([
    { ...book, authors: { name: "Verne" } },
  ]);
  expect(
    await lines(`books/documents/export?${include("title, $authors(name, strategy: merge) as a")}`),
  ).toEqual([{ title: "Sea", "a.name": "Verne" }]);
  expect(await lines("authors/documents/export?filter_by=$books(title:Sea)")).toEqual([
    { id: "v", name: "Verne", books: book },
  ]);
  // What refers to it is not joined without a filter.
  expect(await lines(`authors/documents/v?${include("$books(*)")}`)).toEqual([{ id: "v", name: "Verne" }]);
  expect(await lines(`books/documents/export?${include("$nope(*)")}`)).toEqual([book]);
  const refused = async (text: string) =>
    (await ask(`GET /collections/books/documents/1?${include(text)}`)).body;
  expect(await refused("$nope(*)")).toEqual({
    message: "Referenced collection `nope` in `include_fields` not found.",
  });
  expect(await refused("$authors(name, strategy: none)")).toEqual({
    message:
      "Error parsing `$authors(name, strategy: none)`: Unknown include strategy `none`. Valid options are `merge`, `nest`, `nest_array`.",
  });
});

const FIELDS = [
  { name: "title", type: "string" },
  {
    name: "v",
    type: "float[]",
    num_dim: 4,
    embed: { from: ["title"], model_config: { model_name: "ts/e5-small" } },
  },
];

const write = (into: StoredCollection, document: object, action: "create" | "upsert" | "update" = "create") =>
  writeDocument({ data: emptyData(), collection: into }, incoming(JSON.stringify(document)), {
    action,
    dirty: "reject",
  });

test("a vector is computed from strings, again when they change, and a given one stays", () => {
  const into = collection(FIELDS);
  const first = write(into, { id: "a", title: "blue whale" });
  expect(first.v).toEqual(embedded("blue whale", 4));
  expect(write(into, { id: "a", other: 1 }, "update").v).toEqual(first.v);
  expect(write(into, { id: "a", title: "blue whale" }, "upsert").v).toEqual(first.v);
  expect(write(into, { id: "a", title: "wolf" }, "update").v).toEqual(embedded("wolf", 4));
  expect(write(into, { title: "x", v: [1, 2, 3, 4] }).v).toEqual([1, 2, 3, 4]);
  expect(() => write(into, { title: "x", v: [1] })).toThrow("Field `v` contains an invalid embedding.");
  expect(() => write(into, { v: undefined })).toThrow("Field `title` has been declared in the schema");
});

test("strings that share words have similar vectors", () => {
  const nearness = (left: string, right: string) => {
    const [one, other] = [embedded(left, 64), embedded(right, 64)];
    return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  };
  expect(nearness("blue whale", "Blue whale")).toBeCloseTo(1);
  expect(nearness("blue whale", "a blue whale")).toBeGreaterThan(nearness("blue whale", "old wolf"));
});
