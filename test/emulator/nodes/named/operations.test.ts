import { asked, emulatorsWith, oneEmulatorWith, refused } from "../ask";

const one = emulatorsWith();
const same = oneEmulatorWith();

interface Row {
  readonly path: string;
  readonly json: object;
  readonly stored: object;
  /** What GET and the list answer, and DELETE, where it is not the record as it is stored. */
  readonly read?: object;
  readonly list?: object;
  readonly deleted?: object;
}

const PRESET = { name: "one", value: { q: "*" } };
const WORDS = { id: "one", stopwords: ["a", "the"], locale: "en" };
const DEFAULTS = {
  excludes: [],
  filter_curated_hits: false,
  remove_matched_tokens: false,
  stop_processing: true,
};
const EMMA = { rule: { query: "emma", match: "exact" }, includes: [{ id: "1", position: 1 }] };
const RULE = { type: "popular_queries", collection: "books", event_type: "search" };

const ROWS: readonly Row[] = [
  {
    path: "/synonym_sets/one",
    json: { items: [{ id: "coat", synonyms: ["coat", "jacket"], root: "outerwear" }] },
    stored: {
      name: "one",
      items: [{ id: "coat", synonyms: ["coat", "jacket"], root: "outerwear", locale: "" }],
    },
    deleted: { name: "one" },
  },
  {
    path: "/curation_sets/one",
    json: {
      items: [
        { ...EMMA, id: "top" },
        { ...EMMA, id: "also", filter_by: "year:>1", rule: { tags: ["b", "a"] } },
      ],
    },
    stored: {
      name: "one",
      items: [
        {
          ...DEFAULTS,
          ...EMMA,
          id: "also",
          filter_by: "year:>1",
          remove_matched_tokens: true,
          rule: { tags: ["a", "b"] },
        },
        { ...DEFAULTS, ...EMMA, id: "top" },
      ],
    },
    deleted: { name: "one" },
  },
  {
    path: "/analytics/rules/one",
    json: { ...RULE, params: { limit: 10 } },
    stored: { ...RULE, name: "one", rule_tag: "", params: { limit: 10, expand_query: false } },
  },
  { path: "/presets/one", json: { value: { q: "*" } }, stored: PRESET, list: { presets: [PRESET] } },
  {
    path: "/stopwords/one",
    json: { stopwords: ["The", "a the"], locale: "en" },
    stored: WORDS,
    read: { stopwords: WORDS },
    list: { stopwords: [WORDS] },
    deleted: { id: "one" },
  },
];

test.each(ROWS)("$path is put, read, listed and deleted", async ({ path, json, stored, ...row }) => {
  const { read = stored, list = [stored], deleted = stored } = row;
  const all = path.replace("/one", "");
  for (const _ of ["created", "replaced"]) {
    const { status, body } = await asked(same, `PUT ${path}`, { json });
    expect([status, inOrder(body)]).toEqual([200, stored]);
  }
  expect(inOrder((await asked(same, `GET ${path}`)).body)).toEqual(read);
  expect(inOrder((await asked(same, `GET ${all}`)).body)).toEqual(list);
  expect(inOrder((await asked(same, `DELETE ${path}`)).body)).toEqual(deleted);
  for (const method of ["GET", "DELETE"]) {
    const { status, body } = await asked(same, `${method} ${path}`);
    expect([status, body]).toEqual([
      path.startsWith("/analytics") ? 400 : 404,
      { message: expect.stringMatching(/not found/i) },
    ]);
  }
});

/** Stopwords come in any order. */
function inOrder(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value) =>
    key === "stopwords" && typeof value?.[0] === "string" ? [...value].sort() : value,
  );
  return JSON.parse(text);
}

test("a server before 30 knows none of them", async () => {
  const emulator = await one({}, { search_server_version: "29.1" });
  const lines = ROWS.flatMap(({ path }) => [
    `GET ${path}`,
    `DELETE ${path}`,
    `GET ${path.replace("/one", "")}`,
  ]);
  for (const line of lines) expect(await asked(emulator, line)).toEqual(refused(404, "Not Found"));
  for (const { path, json } of ROWS) {
    expect(await asked(emulator, `PUT ${path}`, { json })).toEqual(refused(404, "Not Found"));
  }
});

test.each([
  ["/synonym_sets/one", {}, "Invalid or missing `items` field; it must be an array of objects."],
  [
    "/synonym_sets/one",
    { items: [{ id: "x", synonyms: [] }] },
    "Each synonym item needs an `id` and an array of `synonyms`.",
  ],
  ["/curation_sets/one", { items: [{ id: "x" }] }, "Each curation item needs an `id` and a `rule`."],
  ["/presets/one", { q: "*" }, "Parameter `value` is required."],
  ["/presets/one", { value: "*" }, "Parameter `value` must be an object."],
  ["/stopwords/one", {}, "Parameter `stopwords` is required."],
  ["/stopwords/one", { stopwords: [] }, "Parameter `stopwords` is required as a non-empty array of strings."],
  ["/stopwords/one", { stopwords: ["a"], locale: 1 }, "Parameter `locale` is required as string value"],
  ["/analytics/rules/one", {}, "Type is required"],
])("PUT %s with %j answers 400", async (path, json, message) => {
  expect(await asked(same, `PUT ${path}`, { json })).toEqual(refused(400, message));
});

test.each(["type", "collection", "event_type"])("an analytics rule keeps its %s", async (name) => {
  const emulator = await one();
  const put = (json: object) => asked(emulator, "PUT /analytics/rules/one", { json });
  expect((await put(RULE)).status).toBe(200);
  const message = `Rule ${name.replace("_", " ")} cannot be changed`;
  expect(await put({ ...RULE, [name]: "another" })).toEqual(refused(400, message));
});
