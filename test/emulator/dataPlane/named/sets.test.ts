import { asked, emulatorsWith, oneEmulatorWith, refused } from "../ask";

/** What the recordings of genuine servers do not ask of sets: test/emulator/recordings plays those. */
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
])("the items of a set in the order of their PUTs, by %s", async (query, ids) => {
  const items = ["c", "a", "b"].map((id) => ({ id, synonyms: ["x", id] }));
  await asked(same, "PUT /synonym_sets/pages", { json: { items } });
  const { body } = await asked(same, `GET /synonym_sets/pages/items${query}`);
  expect((body as { id: string }[]).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ["?offset=3", "Invalid offset param."],
  ["?offset=x", "Offset param should be unsigned integer."],
  ["?limit=-1", "Limit param should be unsigned integer."],
])("a page that is none: %s", async (query, message) => {
  const items = [{ id: "a", ...VALID.query }];
  await asked(same, "PUT /synonym_sets/short", { json: { items } });
  expect(await asked(same, `GET /synonym_sets/short/items${query}`)).toEqual(refused(400, message));
});

test("an item that is put again goes to the end, and stays where curation is in order of ids", async () => {
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
  ["symbols that are none", { synonyms: ["a"], symbols_to_index: [] }, "should be an array of strings."],
  ["a root of lists", { synonyms: ["a"], root: [["a"]] }, "Synonym root is not valid."],
  ["an empty list for a synonym", { synonyms: [[]] }, "Could not find a valid string array of `synonyms`"],
])("a synonym with %s", async (_, item, words) => {
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
])("a curation with %j", async (item, message) => {
  expect(await asked(same, "PUT /curation_sets/x", { json: curation(item) })).toEqual(refused(400, message));
});

test("empty texts of a curation are not kept, and placeholders lose their spaces", async () => {
  const item = { rule: { ...RULE, query: "", filter_by: "of:={ brand }" }, sort_by: "", metadata: {} };
  const { body } = await asked(same, "PUT /curation_sets/texts", { json: curation(item) });
  const [stored] = (body as { items: object[] }).items;
  expect(stored).toMatchObject({ rule: { match: "exact", filter_by: "of:={brand}" } });
  expect(Object.keys(stored ?? {})).not.toEqual(expect.arrayContaining(["sort_by", "metadata"]));
});

test("up to 29, synonyms and overrides go with their collection; an alias leads to them", async () => {
  const emulator = await one({}, { search_server_version: "29.0" });
  await asked(emulator, "POST /collections", {
    json: { name: "c", fields: [{ name: "t", type: "string" }] },
  });
  await asked(emulator, "PUT /aliases/a", { json: { collection_name: "c" } });
  for (const id of ["2", "1"]) {
    await asked(emulator, `PUT /collections/a/synonyms/${id}`, { json: VALID.query });
    await asked(emulator, `PUT /collections/a/overrides/${id}`, { json: { rule: RULE, ...VALID.curation } });
  }
  const listed = async (kind: string) => {
    const { body } = await asked(emulator, `GET /collections/c/${kind}?limit=5`);
    return ((body as Record<string, { id: string }[]>)[kind] ?? []).map(({ id }) => id);
  };
  expect([await listed("synonyms"), await listed("overrides")]).toEqual([
    ["2", "1"],
    ["1", "2"],
  ]);
  expect(await asked(emulator, "GET /collections/c/overrides/3")).toEqual(
    refused(404, "override 3 not found."),
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
