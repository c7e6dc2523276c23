import { asked, emulatorsWith, refused } from "../ask";

const one = emulatorsWith();

const SYNONYMS = { items: [{ id: "coat", synonyms: ["coat", "jacket"], root: "outerwear" }] };
const CURATION = {
  items: [{ id: "top", rule: { query: "emma", match: "exact" }, includes: [{ id: "1", position: 1 }] }],
};
const RULE = { type: "popular_queries", collection: "books", event_type: "search", params: { limit: 10 } };
const WORDS = { stopwords: ["the", "a"], locale: "en" };

const rows: [path: string, body: object, stored: object, read: object, list: object, deleted: object][] = [
  ...[
    [
      "/synonym_sets/one",
      SYNONYMS,
      { name: "one", items: [{ ...SYNONYMS.items[0], locale: "" }] },
      { name: "one" },
    ],
    ["/curation_sets/one", CURATION, { name: "one", ...CURATION }, { name: "one" }],
    ["/analytics/rules/one", RULE, { name: "one", ...RULE }, { name: "one", ...RULE }],
  ].map(([path, body, stored, deleted]): (typeof rows)[number] => {
    const record = stored as object;
    return [String(path), body as object, record, record, [record], deleted as object];
  }),
  [
    "/presets/one",
    { value: { q: "*" } },
    { name: "one", value: { q: "*" } },
    { name: "one", value: { q: "*" } },
    { presets: [{ name: "one", value: { q: "*" } }] },
    { name: "one", value: { q: "*" } },
  ],
  [
    "/stopwords/one",
    WORDS,
    { id: "one", ...WORDS },
    { stopwords: { id: "one", ...WORDS } },
    { stopwords: [{ id: "one", ...WORDS }] },
    { id: "one" },
  ],
];

test.each(rows)("%s is put, read, listed and deleted", async (path, json, stored, read, list, deleted) => {
  const emulator = await one();
  const all = path.replace("/one", "");
  for (const _ of ["created", "replaced"]) {
    expect(await asked(emulator, `PUT ${path}`, { json })).toEqual({ status: 200, body: stored });
  }
  expect(await asked(emulator, `GET ${path}`)).toEqual({ status: 200, body: read });
  expect(await asked(emulator, `GET ${all}`)).toEqual({ status: 200, body: list });
  expect(await asked(emulator, `DELETE ${path}`)).toEqual({ status: 200, body: deleted });
  for (const method of ["GET", "DELETE"]) {
    expect(await asked(emulator, `${method} ${path}`)).toEqual({
      status: 404,
      body: { message: expect.stringMatching(/not found/i) },
    });
  }
});

test.each(rows)("%s is unknown to a server before 30", async (path, json) => {
  const emulator = await one({}, { search_server_version: "29.1" });
  for (const line of [`PUT ${path}`, `GET ${path}`, `DELETE ${path}`, `GET ${path.replace("/one", "")}`]) {
    expect(await asked(emulator, line, line.startsWith("PUT") ? { json } : {})).toEqual(
      refused(404, "Not Found"),
    );
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
  expect(await asked(await one(), `PUT ${path}`, { json })).toEqual(refused(400, message));
});
