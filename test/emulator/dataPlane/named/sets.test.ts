import fc from "fast-check";
import { inHashOrder } from "../../../../src/emulator/dataPlane/hash";
import { stopwordTerms } from "../../../../src/emulator/dataPlane/named/stopwords";
import { NOW } from "../../support";
import { asked, emulatorsWith, oneEmulatorWith, refused } from "../ask";

/** Facts about sets that the recordings of genuine servers (test/emulator/recordings) do not cover. */
const same = oneEmulatorWith();
const one = emulatorsWith();

const VALID = { query: { synonyms: ["a", "b"] }, curation: { excludes: [{ id: "1" }] } };
const RULE = { query: "q", match: "exact" };
const curation = (item: object) => ({ items: [{ id: "a", rule: RULE, ...VALID.curation, ...item }] });

test.each([
  ["", ["c", "a", "b"]],
  ["?limit=2", ["c", "a"]],
  ["?offset=1", ["a", "b"]],
  ["?offset=1&limit=1", ["a"]],
  ["?offset=2&limit=5", ["b"]],
  ["?limit=0", ["c", "a", "b"]],
])("items of a set keep the order of their PUTs, with %j", async (query, ids) => {
  const items = ["c", "a", "b"].map((id) => ({ id, synonyms: ["x", id] }));
  await asked(same, "PUT /synonym_sets/pages", { json: { items } });
  const { body } = await asked(same, `GET /synonym_sets/pages/items${query}`);
  expect((body as { id: string }[]).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ["?offset=3", "Invalid offset param."],
  ["?offset=x", "Offset param should be unsigned integer."],
  ["?limit=-1", "Limit param should be unsigned integer."],
])("an invalid page: %s", async (query, message) => {
  const items = [{ id: "a", ...VALID.query }];
  await asked(same, "PUT /synonym_sets/short", { json: { items } });
  expect(await asked(same, `GET /synonym_sets/short/items${query}`)).toEqual(refused(400, message));
});

test("an updated synonym moves to the end; curations stay sorted by id", async () => {
  for (const id of ["b", "a", "b"]) {
    await asked(same, "PUT /synonym_sets/order", { json: { items: [] } });
    await asked(same, "PUT /curation_sets/order", { json: { items: [] } });
    for (const each of ["b", "a", id]) {
      await asked(same, `PUT /synonym_sets/order/items/${each}`, { json: { synonyms: ["x", each] } });
      await asked(same, `PUT /curation_sets/order/items/${each}`, {
        json: { rule: RULE, ...VALID.curation },
      });
    }
  }
  const ids = async (path: string) =>
    ((await asked(same, `GET ${path}`)).body as { items: { id: string }[] }).items.map(({ id }) => id);
  expect(await ids("/synonym_sets/order")).toEqual(["a", "b"]);
  expect(await ids("/curation_sets/order")).toEqual(["a", "b"]);
});

test.each([
  ["symbols of two characters", { synonyms: ["a"], symbols_to_index: ["++"] }, "single character symbols."],
  ["an empty list of symbols", { synonyms: ["a"], symbols_to_index: [] }, "should be an array of strings."],
  ["a root of lists", { synonyms: ["a"], root: [["a"]] }, "Synonym root is not valid."],
  ["an empty list for a synonym", { synonyms: [[]] }, "Could not find a valid string array of `synonyms`"],
])("a synonym is rejected with %s", async (_, item, words) => {
  const { status, body } = await asked(same, "PUT /synonym_sets/x", {
    json: { items: [{ id: "a", ...item }] },
  });
  expect([status, body]).toEqual([400, { message: expect.stringContaining(words) }]);
});

test.each([
  [{ includes: ["1"] }, "The `includes` value must be an array of objects."],
  [{ includes: [{ id: 1, position: 1 }] }, "Inclusion `id` must be a string."],
  [{ includes: [{ id: "1", position: 1.5 }] }, "Inclusion `position` must be an integer."],
  [{ excludes: {} }, "The `excludes` value must be an array."],
  [{ excludes: [{}] }, "Exclusion definition must define an `id`."],
  [{ excludes: [{ id: 1 }] }, "Exclusion `id` must be a string."],
  [{ filter_by: 1 }, "The `filter_by` must be a string."],
  [{ filter_by: "" }, "The `filter_by` must be a non-empty string."],
  [{ remove_matched_tokens: 1 }, "The `remove_matched_tokens` must be a boolean."],
  [{ filter_curated_hits: "a" }, "The `filter_curated_hits` must be a boolean."],
  [{ rule: { filter_by: 1 } }, "Curation `rule.filter_by` must be a string."],
  [{ sort_by: 1 }, "Bad request."],
  [{ effective_from_ts: "now" }, "Bad request."],
  [{ id: 5 }, "Bad request."],
  [{ diversity: { similarity_metric: [] } }, "Invalid `similarity_metric` format: []"],
])("a curation is rejected with %j", async (item, message) => {
  expect(await asked(same, "PUT /curation_sets/x", { json: curation(item) })).toEqual(refused(400, message));
});

test("empty strings of a curation are dropped, and placeholders lose their spaces", async () => {
  const item = { rule: { ...RULE, query: "", filter_by: "of:={ brand }" }, sort_by: "", metadata: {} };
  const { body } = await asked(same, "PUT /curation_sets/texts", { json: curation(item) });
  const [stored] = (body as { items: object[] }).items;
  expect(stored).toMatchObject({ rule: { match: "exact", filter_by: "of:={brand}" } });
  expect(Object.keys(stored ?? {})).not.toEqual(expect.arrayContaining(["sort_by", "metadata"]));
});

test("up to 29, synonyms and overrides belong to their collection; an alias addresses them", async () => {
  const emulator = await one({}, { search_server_version: "29.0" });
  await asked(emulator, "POST /collections", {
    json: { name: "c", fields: [{ name: "t", type: "string" }] },
  });
  await asked(emulator, "PUT /aliases/a", { json: { collection_name: "c" } });
  for (const id of ["2", "3", "1", "2"]) {
    await asked(emulator, `PUT /collections/a/synonyms/${id}`, { json: VALID.query });
    await asked(emulator, `PUT /collections/a/overrides/${id}`, { json: { rule: RULE, ...VALID.curation } });
  }
  const listed = async (kind: string) => {
    const { body } = await asked(emulator, `GET /collections/c/${kind}?limit=5`);
    return ((body as Record<string, { id: string }[]>)[kind] ?? []).map(({ id }) => id);
  };
  expect([await listed("synonyms"), await listed("overrides")]).toEqual([
    ["3", "1", "2"],
    ["1", "2", "3"],
  ]);
  expect(await asked(emulator, "GET /collections/c/overrides/9")).toEqual(
    refused(404, "override 9 not found."),
  );
  expect(await asked(emulator, "PUT /collections/c/synonyms/x", { json: { synonyms: [] } })).toEqual(
    refused(400, "Could not find a valid string array of `synonyms`"),
  );
  await asked(emulator, "DELETE /collections/c");
  await asked(emulator, "POST /collections", {
    json: { name: "c", fields: [{ name: "t", type: "string" }] },
  });
  expect(await listed("synonyms")).toEqual([]);
});

const start = emulatorsWith({ collections: [{ name: "c", fields: [{ name: "n", type: "int32" }] }] });

test("an upgrade to 30 converts synonyms and overrides into sets, and analytics rules into the new form", async () => {
  const emulator = await start({}, { search_server_version: "29.0" });
  const put = (path: string, json: object) => asked(emulator, `PUT ${path}`, { json });
  await put("/collections/c/synonyms/s", { synonyms: ["a", "b"] });
  await put("/collections/c/overrides/o", { rule: { query: "q", match: "exact" }, excludes: [{ id: "1" }] });
  const events = [{ name: "ev", type: "click", weight: 2 }];
  const params = {
    source: { collections: ["c"], events },
    destination: { collection: "c", counter_field: "n" },
  };
  expect((await put("/analytics/rules/r", { type: "counter", params })).status).toBe(200);
  // The newer server rejects a weight of 0.
  const source = { collections: ["c"], events: [{ name: "lost", type: "click", weight: 0 }] };
  const lost = { type: "counter", params: { ...params, source } };
  expect((await put("/analytics/rules/lost", lost)).status).toBe(200);

  emulator.changeOutside("abc", { new_search_server_version: "30.1", perform_change_at: NOW + 600 });
  emulator.advance(86_400);

  const { body } = await asked(emulator, "GET /collections/c");
  expect(body).toMatchObject({ synonym_sets: ["c_synonyms_index"], curation_sets: ["c_curations_index"] });
  expect((await asked(emulator, "GET /synonym_sets")).body).toMatchObject([{ items: [{ id: "s" }] }]);
  expect((await asked(emulator, "GET /curation_sets")).body).toMatchObject([{ items: [{ id: "o" }] }]);
  expect((await asked(emulator, "GET /analytics/rules")).body).toEqual([
    {
      ...{ name: "ev", type: "counter", collection: "c", event_type: "click", rule_tag: "r" },
      params: { destination_collection: "c", counter_field: "n", weight: 2 },
    },
  ]);
});

test.each([
  ["Über", "", ["ber"]],
  ["Œuvre Straße", "", ["oeuvre", "strasse"]],
  ["Привет, мир", "", ["privet", "mir"]],
  ["日本 ab", "", ["ab"]],
  ["ﬁx ２x m² Ⅳ", "", ["fix", "2x", "m", "iv"]],
  ["a\tb\nc", "en", ["ab", "c"]],
  ["Über Straße", "de", ["über", "strasse"]],
  ["d'Or a-b 3.5", "fr", ["dor", "a", "b", "35"]],
  ["Привет", "ru", ["privet"]],
  ["x", "no such locale", ["x"]],
])("the words of %j in locale %j", (text, locale, words) => {
  expect(stopwordTerms(text, locale)).toEqual(words);
});

test("names have the order of the server's hash table", () => {
  // From a program that adds them one by one to the table of the public source (sparsepp).
  const names = Array.from({ length: 40 }, (_, place) => `w${place}`);
  expect(inHashOrder(names).join(" ")).toBe(
    "w19 w1 w8 w4 w12 w5 w20 w21 w33 w39 w29 w9 w6 w0 w3 w13 w35 w7 w24 w25 w16 w27 w36 w15 w22 w2 w11 w26 w30 w38 " +
      "w23 w14 w32 w10 w17 w31 w18 w37 w28 w34",
  );
  // The table doubles once for these.
  expect(inHashOrder(names.slice(0, 20)).join(" ")).toBe(
    "w19 w1 w15 w2 w8 w11 w4 w12 w5 w9 w14 w6 w0 w3 w13 w7 w10 w16 w17 w18",
  );
});

test("the order contains each name once", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      expect(inHashOrder(names).sort()).toEqual([...new Set(names)].sort());
    }),
  );
});
