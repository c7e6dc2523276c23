import { asked, BOOKS, emulatorsWith, node, oneEmulatorWith, refused } from "../ask";

const documents = [
  { id: "1", title: "Emma", year: 1815, pages: "474" },
  { id: "2", title: "Persuasion", year: 1817, pages: "249" },
];
const one = emulatorsWith({ collections: [{ ...BOOKS, documents }] });
const same = oneEmulatorWith({ collections: [{ ...BOOKS, documents }] });
const UPDATE = "PATCH /collections/books";

async function fieldsOf(emulator: Parameters<typeof asked>[0]) {
  const { body } = await asked(emulator, "GET /collections/books");
  return (body as { fields: { name: string; type: string }[] }).fields.map(
    ({ name, type }) => `${name} ${type}`,
  );
}

describe("the update of a collection", () => {
  test.each([
    [[{ name: "author", type: "string", optional: true }], ["title string", "year int32", "author string"]],
    [[{ name: "title", drop: true }], ["year int32"]],
    [
      [
        { name: "title", type: "string", facet: true },
        { name: "title", drop: true },
      ],
      ["year int32", "title string"],
    ],
    [[{ name: "pages", type: "int32" }], ["title string", "year int32", "pages int32"]],
    [[{ name: ".*", type: "auto" }], ["title string", "year int32", ".* auto", "pages string"]],
  ])("with the fields %j answers what was sent, and then reads so", async (fields, after) => {
    const emulator = await one();
    expect(await asked(emulator, UPDATE, { json: { fields } })).toEqual({ status: 200, body: { fields } });
    expect(await fieldsOf(emulator)).toEqual(after);
  });

  const FORM =
    "The `fields` value should be an array of objects containing the field `name` and other properties.";
  const AGAIN =
    "Field `title` is already part of the schema: To change this field, drop it first before adding it back to the schema.";
  test.each([
    [{}, "Alter payload is empty."],
    [{ name: "x" }, "Only `fields`, `metadata` and `synonym_sets` can be updated at the moment."],
    [{ metadata: [] }, "The `metadata` value should be an object."],
    [{ synonym_sets: "none" }, "The `synonym_sets` value should be an array."],
    [{ fields: [] }, FORM],
    [{ fields: [{ type: "string" }] }, FORM],
    [{ fields: [{ name: "id", drop: true }] }, "Field `id` cannot be altered."],
    [{ fields: [{ name: "none", drop: true }] }, "Field `none` is not part of collection schema."],
    [{ fields: [{ name: "title", drop: false }] }, "Field `title` must have a drop value of `true`."],
    [{ fields: [{ name: "title", type: "string" }] }, AGAIN],
    [
      { fields: [{ name: "year", drop: true }] },
      "Default sorting field is defined as `year` but is not found in the schema.",
    ],
    [
      { fields: [{ name: "x", type: "text" }] },
      "Field `x` has an invalid data type `text`, see docs for supported data types.",
    ],
  ])("with %j answers 400 and changes nothing", async (json, message) => {
    expect(await asked(same, UPDATE, { json })).toEqual(refused(400, message));
    expect(await fieldsOf(same)).toEqual(["title string", "year int32"]);
  });

  const INCOMPATIBLE =
    "Schema change is incompatible with the type of documents already stored in this collection.";
  const LACKS =
    "Field `author` has been declared in the schema, but is not found in the documents already present in the collection. If you still want to add this field, set it as `optional: true`.";
  const rows: [fields: object[], message: string][] = [
    [
      [
        { name: "title", drop: true },
        { name: "title", type: "int32" },
      ],
      `${INCOMPATIBLE} Existing data for field \`title\` cannot be coerced into an int32.`,
    ],
    [[{ name: "author", type: "string" }], LACKS],
  ];
  test.each(rows)(
    "with %j, which the documents do not fit, answers 422 (or 400) and changes nothing",
    async (fields, message) => {
      for (const status of [422, 400]) {
        const emulator = await one({ alter_misfit_status: String(status) });
        expect(await asked(emulator, UPDATE, { json: { fields } })).toEqual(refused(status, message));
        expect(await fieldsOf(emulator)).toEqual(["title string", "year int32"]);
      }
    },
  );

  test.each([
    ["p.*", "matching", ["year int32", "title string"]],
    ["p.*", "itself", ["pages string", "year int32", "title string", "price float"]],
    [".*e", "matching", ["pages string", "year int32"]],
    [".*", "matching", ["pages string", "year int32", "title string", "price float"]],
  ])(
    "that drops the pattern %s drops what matches it, or itself alone (%s)",
    async (name, dropped_pattern_takes, left) => {
      const emulator = await one({ dropped_pattern_takes });
      emulator.dropCollectionOutside("abc", "books");
      const fields = ["pages string", "year int32", "title string", `${name} auto`].map((text) => {
        const [field = "", type = ""] = text.split(" ");
        return { name: field, type };
      });
      const [document] = documents;
      emulator.seedData("abc", {
        collections: [{ name: "books", fields, documents: [{ ...document, price: 1.5 }] }],
      });
      const found = await fieldsOf(emulator);
      expect(found).toEqual(["pages string", "year int32", "title string", `${name} auto`, "price float"]);
      await node(emulator, UPDATE, { json: { fields: [{ name, drop: true }] } });
      expect(await fieldsOf(emulator)).toEqual(left);
    },
  );

  const BUSY = refused(422, "Another collection update operation is in progress.");
  const add = (name: string) => ({ json: { fields: [{ name, type: "string", optional: true }] } });

  test("is refused while another one runs, for as long as the assumption says", async () => {
    const emulator = await one({ collection_alter_seconds: 60 });
    expect((await node(emulator, UPDATE, add("a"))).status).toBe(200);
    expect(await asked(emulator, UPDATE, add("b"))).toEqual(BUSY);
    emulator.advance(59);
    expect(await asked(emulator, UPDATE, add("b"))).toEqual(BUSY);
    emulator.advance(1);
    expect((await node(emulator, UPDATE, add("b"))).status).toBe(200);
  });

  test("is refused while one runs that was seeded; reads go on", async () => {
    const emulator = await one();
    emulator.seedData("abc", { collections: [{ ...BOOKS, name: "busy", altering_seconds: 30 }] });
    expect(await asked(emulator, "PATCH /collections/busy", add("a"))).toEqual(BUSY);
    expect((await node(emulator, "GET /collections/busy")).status).toBe(200);
    emulator.advance(30);
    expect((await node(emulator, "PATCH /collections/busy", add("a"))).status).toBe(200);
  });

  test("attaches sets that are there, and metadata, through an alias too", async () => {
    const emulator = await one();
    emulator.putAliasOutside("abc", "shop", "books");
    const json = { synonym_sets: ["words"], metadata: { team: "a" } };
    expect(await asked(emulator, "PATCH /collections/shop", { json })).toEqual(
      refused(404, "Synonym set `words` not found."),
    );
    emulator.putNamedOutside("abc", "synonym_sets", "words", { items: [{ id: "1", synonyms: ["a", "b"] }] });
    expect(await asked(emulator, "PATCH /collections/shop", { json })).toEqual({ status: 200, body: json });
    expect((await asked(emulator, "GET /collections/books")).body).toMatchObject(json);
  });
});
