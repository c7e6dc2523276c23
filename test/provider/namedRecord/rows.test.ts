import { Diagnostics } from "../../../src/framework/diagnostics";
import { validate } from "../../../src/framework/validate";
import { namedRecord } from "../../../src/provider/namedRecord/resource";
import type { AnyRow } from "../../../src/provider/namedRecord/row";
import { ROWS } from "../../../src/provider/namedRecord/rows";
import { sameStopwords } from "../../../src/provider/namedRecord/stopwords";
import type { ValueRecord } from "../../../src/wire/cty/value";

const NOTHING = { id: null, cluster_id: "c-1", node_urls: null, api_key: null, name: "it" };

function rowOf(type: string): AnyRow {
  const found = ROWS.find((row) => row.type === type);
  if (!found) throw new Error(`no row ${type}`);
  return found;
}

/** The errors of a configuration. */
function problems(type: string, own: object): string[] {
  const { schema, validators = [] } = namedRecord(rowOf(type));
  const diagnostics = new Diagnostics();
  validate(schema, validators, { ...NOTHING, ...own } as unknown as ValueRecord, diagnostics);
  return diagnostics.items.map(({ summary, detail }) => `${summary}: ${detail}`);
}

const COATS = { id: "coats", synonyms: ["coat", "jacket"], root: null, locale: null, symbols_to_index: null };
const RULE = { type: "counter", collection: "products", event_type: "click" };
const CURATION = { id: "a", rule: { query: "apple", match: "exact" } };

/** What is configured, the body that is sent, an answer with what servers add, and what the state then says. */
test.each<[string, object, object, object, object]>([
  [
    "synonym_set",
    { item: [COATS, { ...COATS, id: "phones", root: "phone", locale: "en" }] },
    {
      items: [
        { id: "coats", synonyms: ["coat", "jacket"] },
        { id: "phones", synonyms: ["coat", "jacket"], root: "phone", locale: "en" },
      ],
    },
    {
      name: "it",
      items: [{ id: "coats", synonyms: ["jacket", "coat"], root: "", locale: "", symbols_to_index: ["+"] }],
    },
    { item: [{ ...COATS, synonyms: ["jacket", "coat"], symbols_to_index: ["+"] }] },
  ],
  [
    "curation_set",
    { items: JSON.stringify([CURATION]) },
    { items: [CURATION] },
    { name: "it", items: [{ ...CURATION, includes: [], stop_processing: true }] },
    { items: JSON.stringify([CURATION]) },
  ],
  [
    "preset",
    { value: '{ "per_page": 5 }' },
    { value: { per_page: 5 } },
    { name: "it", value: { per_page: 6 } },
    { value: '{"per_page":6}' },
  ],
  [
    "stopwords_set",
    { stopwords: ["The"], locale: null },
    { stopwords: ["The"] },
    { id: "it", stopwords: ["the"] },
    { stopwords: ["the"], locale: null },
  ],
  [
    "analytics_rule",
    { definition: JSON.stringify(RULE) },
    { ...RULE, name: "it" },
    { ...RULE, name: "it", rule_tag: "", params: {} },
    { definition: JSON.stringify(RULE) },
  ],
])("a %s is sent and read back", (type, configured, body, answer, state) => {
  const { toBody, fromAnswer } = rowOf(type);
  expect(toBody({ name: "it", ...configured })).toEqual(body);
  expect(fromAnswer(answer as never, configured as never)).toEqual(state);
});

test.each<[string, object, object]>([
  ["curation_set", { items: null }, { items: '[{"id":"a"}]' }],
  ["preset", { value: null }, { value: "{}" }],
  ["analytics_rule", { definition: null }, { definition: '{"type":"log"}' }],
  ["synonym_set", { item: [] }, { item: [] }],
])("an imported %s takes what the server has", (type, nothing, state) => {
  const answer = { name: "it", items: type === "synonym_set" ? [] : [{ id: "a" }], value: {}, type: "log" };
  const only = { curation_set: ["name", "items"], synonym_set: ["name", "items"], preset: ["name", "value"] };
  const keys: readonly string[] = only[type as keyof typeof only] ?? ["name", "type"];
  const answered = Object.fromEntries(Object.entries(answer).filter(([key]) => keys.includes(key)));
  expect(rowOf(type).fromAnswer(answered as never, nothing as never)).toEqual(state);
});

test("a name inside of a definition stays there", () => {
  const definition = JSON.stringify({ ...RULE, name: "it" });
  expect(rowOf("analytics_rule").fromAnswer({ ...RULE, name: "it" }, { definition })).toEqual({ definition });
});

test.each<[string, object, RegExp]>([
  ["synonym_set", { item: [COATS, COATS] }, /Two items have the id "coats"/],
  ["synonym_set", { item: [{ ...COATS, synonyms: [] }] }, /synonyms.* must not be empty/],
  ["synonym_set", { item: [{ ...COATS, symbols_to_index: ["++"] }] }, /symbols_to_index.* one character/],
  ["synonym_set", { item: [{ ...COATS, id: "" }] }, /id.* must not be empty/],
  ["curation_set", { items: "{}" }, /must be a JSON list .* not an object/],
  ["curation_set", { items: '[{"id":"a"},{"rule":{}}]' }, /with an "id" each: item 2 has none/],
  ["curation_set", { items: '[{"id":"a"},{"id":"a"}]' }, /holds the id "a" twice/],
  ["curation_set", { items: "[" }, /it is no JSON/],
  ["preset", { value: '"text"' }, /must be a JSON object .* not a text/],
  ["stopwords_set", { stopwords: [], locale: null }, /must not be empty/],
  ["stopwords_set", { stopwords: ["a"], locale: "" }, /must not be empty/],
  ["analytics_rule", { definition: "[]" }, /must be a JSON object/],
  ["analytics_rule", { definition: '{"name":"other"}' }, /Two names for one analytics rule.*"other"/],
])("a %s like %j is refused", (type, own, problem) => {
  const found = problems(type, own);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(problem);
});

test.each<[object, boolean]>([
  [{ ...RULE, type: "log" }, true],
  [{ ...RULE, collection: "other" }, true],
  [{ ...RULE, event_type: "visit" }, true],
  [{ ...RULE, rule_tag: "x", params: { weight: 2 } }, false],
  [{ rule_tag: "x" }, false],
])("a rule that becomes %j is replaced: %s", (edited, replaced) => {
  const [prior, planned] = [{ definition: JSON.stringify(RULE) }, { definition: JSON.stringify(edited) }];
  expect(rowOf("analytics_rule").replaces?.(prior, planned)).toBe(replaced);
});

test.each([
  [["United States", "Germany"], ["germany", "states", "united"], true],
  [["l'été"], ["lete"], true],
  [["a", "an"], ["a"], false],
  [["a"], ["a", "the"], false],
])("stopwords %j and %j: the same is %s", (a, b, same) => {
  expect(sameStopwords(a, b)).toBe(same);
});
