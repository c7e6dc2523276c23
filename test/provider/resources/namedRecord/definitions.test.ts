import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import type { AnyRecordDefinition } from "../../../../src/provider/resources/namedRecord/definition";
import { RECORD_DEFINITIONS } from "../../../../src/provider/resources/namedRecord/definitions";
import { namedRecord } from "../../../../src/provider/resources/namedRecord/resource";
import {
  isStoredAs,
  losingLetters,
  sameStopwords,
} from "../../../../src/provider/resources/namedRecord/stopwordsSet";
import type { ValueRecord } from "../../../../src/wire/cty/value";

const NOTHING = { id: null, cluster_id: "c-1", node_urls: null, api_key: null, name: "it" };

function definitionOf(type: string): AnyRecordDefinition {
  const found = RECORD_DEFINITIONS.find((one) => one.type === type);
  if (!found) throw new Error(`no definition ${type}`);
  return found;
}

/** Returns the errors of a configuration. */
function problems(type: string, own: object): string[] {
  const { schema, validators = [] } = namedRecord(definitionOf(type));
  const diagnostics = new Diagnostics();
  validate(schema, validators, { ...NOTHING, ...own } as unknown as ValueRecord, diagnostics);
  return diagnostics.items.map(({ summary, detail }) => `${summary}: ${detail}`);
}

const COATS = { id: "coats", synonyms: ["coat", "jacket"], root: null, locale: null, symbols_to_index: null };
const RULE = { type: "counter", collection: "products", event_type: "click" };
const CURATION = { id: "a", rule: { query: "apple", match: "exact" } };

/** A configuration, its request, a response with additions of the server, and the resulting state. */
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
    { stopwords: ["The"], locale: null },
  ],
  [
    "analytics_rule",
    { definition: JSON.stringify(RULE) },
    { ...RULE, name: "it" },
    { ...RULE, name: "it", rule_tag: "", params: {} },
    { definition: JSON.stringify(RULE) },
  ],
])("a %s is sent and read back", (type, configured, body, answer, state) => {
  const { toBody, fromAnswer } = definitionOf(type);
  expect(toBody({ name: "it", ...configured })).toEqual(body);
  expect(fromAnswer(answer as never, configured as never)).toEqual(state);
});

test.each<[string, object, object]>([
  ["curation_set", { items: null }, { items: '[{"id":"a"}]' }],
  ["preset", { value: null }, { value: "{}" }],
  ["analytics_rule", { definition: null }, { definition: '{"type":"log"}' }],
  ["synonym_set", { item: [] }, { item: [] }],
])("an imported %s has all parts of the server", (type, nothing, state) => {
  const answer = { name: "it", items: type === "synonym_set" ? [] : [{ id: "a" }], value: {}, type: "log" };
  const only = { curation_set: ["name", "items"], synonym_set: ["name", "items"], preset: ["name", "value"] };
  const keys: readonly string[] = only[type as keyof typeof only] ?? ["name", "type"];
  const answered = Object.fromEntries(Object.entries(answer).filter(([key]) => keys.includes(key)));
  expect(definitionOf(type).fromAnswer(answered as never, nothing as never)).toEqual(state);
});

test("a name in a definition stays", () => {
  const definition = JSON.stringify({ ...RULE, name: "it" });
  expect(definitionOf("analytics_rule").fromAnswer({ ...RULE, name: "it" }, { definition })).toEqual({
    definition,
  });
});

test.each<[string, object, RegExp]>([
  ["synonym_set", { item: [COATS, COATS] }, /Two items have the id "coats"/],
  ["synonym_set", { item: [{ ...COATS, synonyms: [] }] }, /synonyms.* must not be empty/],
  ["synonym_set", { item: [{ ...COATS, symbols_to_index: ["++"] }] }, /symbols_to_index.* one character/],
  ["synonym_set", { item: [{ ...COATS, id: "" }] }, /id.* must not be empty/],
  ["curation_set", { items: "{}" }, /must be a JSON list .* not an object/],
  ["curation_set", { items: '[{"id":"a"},{"rule":{}}]' }, /with an "id" each: item 2 has none/],
  ["curation_set", { items: '[{"id":"a"},{"id":"a"}]' }, /holds the id "a" twice/],
  ["curation_set", { items: "[" }, /it is not valid JSON/],
  ["preset", { value: '"text"' }, /must be a JSON object .* not a string/],
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
])("an edit of a rule to %j replaces it: %s", (edited, replaced) => {
  const [prior, planned] = [{ definition: JSON.stringify(RULE) }, { definition: JSON.stringify(edited) }];
  expect(definitionOf("analytics_rule").replaces?.(prior, planned)).toBe(replaced);
});

test.each<[string[], string[], boolean]>([
  [["United States", "Germany"], ["germany", "states", "united"], true],
  [["a", "an"], ["a"], false],
  [["a"], ["a", "the"], false],
  // A server may store one as the other, but the configuration has changed.
  [["Über"], ["ber"], false],
  // Without a locale, capitals beyond ASCII stay, and only spaces and line breaks separate words.
  [["ПРИВЕТ"], ["привет"], false],
  [["a\u00a0b"], ["a", "b"], false],
  [["a\tb"], ["a", "b"], false],
])("stopwords %j and %j are the same: %s", (a, b, same) => {
  expect(sameStopwords(a, b)).toBe(same);
});

test.each<[string[], string[], boolean]>([
  // Recorded from servers 29 and 30.
  [
    ["the", "And", "d'Or", "Größe", "a-b", "two words"],
    ["grsse", "and", "ab", "the", "two", "dor", "words"],
    true,
  ],
  [["der", "die"], ["die", "der"], true],
  [[""], [], true],
  // On another system, and with a locale.
  [["Über", "Größe"], ["uber", "grosse"], true],
  [["Über", "a-b", "l'été"], ["über", "a", "b", "lété"], true],
  [["Über", "Größe"], ["ber", "groesse"], true],
  [["你好世界"], ["你好", "世界"], true],
  [["привет"], ["privet"], true],
  // With a locale, letters are folded, and joiners and symbols between letters may stay.
  [["της", "ΤΟΥΣ"], ["τησ", "τουσ"], true],
  [["d’Or", "aujourd’hui"], ["d’or", "aujourd’hui"], true],
  [["क्\u200dष"], ["क्\u200dष"], true],
  [["a–b"], ["a", "–", "b"], true],
  // Without a locale, symbols are converted to ASCII, and spaces beyond ASCII join words.
  [["5€", "m²"], ["5eur", "m2"], true],
  [["New\u00a0York", "a\tb"], ["newyork", "ab"], true],
  [["a–b"], ["a", "b", "c"], false],
  [["5€"], ["6eur"], false],
  [["über"], ["aber"], false],
  [["über"], [], false],
  [["the", "a"], ["the"], false],
  [["the"], ["the", "a"], false],
  [["a-b"], ["a"], false],
])("stopwords %j are stored as %j: %s", (texts, words, same) => {
  expect(isStoredAs(texts, words)).toBe(same);
});

test.each<[string[], string | null, string[]]>([
  [["the", "d'Or", "Größe", "œuvre", "привет"], null, ['"Größe" ("grsse")']],
  [["à la", "été"], "en", ['"à" (nothing)', '"été" ("t")']],
  [["Größe"], "de", []],
])("stopwords %j with the locale %j may lose letters: %j", (texts, locale, losing) => {
  expect(losingLetters(texts, locale)).toEqual(losing);
});

const QUERIES = {
  type: "popular_queries",
  collection: "books",
  event_type: "search",
  params: { destination_collection: "queries", limit: 5 },
};
const CLICKS = { ...RULE, params: { counter_field: "popularity", weight: 2 } };
const LOG = { ...RULE, type: "log" };
test.each<[object, RegExp | undefined]>([
  [QUERIES, undefined],
  [CLICKS, undefined],
  [LOG, undefined],
  [{ ...LOG, event_type: "search", params: {} }, undefined],
  [{ ...QUERIES, rule_tag: null, params: { ...QUERIES.params, meta_fields: null } }, undefined],
  [{ ...QUERIES, type: undefined }, /^type is missing/],
  [{ ...QUERIES, collection: "" }, /^collection must be a string/],
  [{ ...QUERIES, event_type: 5 }, /^event_type must be a string/],
  [{ ...QUERIES, type: "nope" }, /no rule of the type "nope"/],
  [{ ...CLICKS, event_type: "search" }, /no rule of the type "counter" for the event_type "search"/],
  [{ ...QUERIES, rule_tag: 5 }, /^rule_tag must be a string/],
  [{ ...QUERIES, params: "a" }, /^params must be an object/],
  [{ ...QUERIES, params: { limit: 5 } }, /^params.destination_collection is missing/],
  [{ ...QUERIES, params: { destination_collection: "q" } }, /^params.limit is missing/],
  [{ ...QUERIES, params: { ...QUERIES.params, limit: 0 } }, /^params.limit must be a whole number from 1/],
  [{ ...QUERIES, params: { ...QUERIES.params, limit: 2 ** 32 } }, /^params.limit must be a whole number/],
  [
    { ...QUERIES, params: { ...QUERIES.params, expand_query: "yes" } },
    /^params.expand_query must be true or false/,
  ],
  [
    { ...QUERIES, params: { ...QUERIES.params, meta_fields: ["q"] } },
    /^params.meta_fields must be a list of/,
  ],
  [{ ...CLICKS, params: { weight: 2 } }, /^params.counter_field is missing/],
  [{ ...CLICKS, params: { counter_field: "n", weight: 1.5 } }, /^params.weight must be a whole number/],
  // A server accepts it, but never answers an edit of it.
  [{ ...LOG, event_type: "search", params: { limit: "a" } }, /^params.limit must be a whole number/],
  [
    { type: "popular_queries", params: { source: { collections: ["books"] } } },
    /the form of servers before 30/,
  ],
])("a rule %j: %s", (rule, problem) => {
  const said = definitionOf("analytics_rule").problem?.({ name: "it", definition: JSON.stringify(rule) });
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said?.detail).toMatch(problem);
});

test("an edit of a rule sends all parts, with defaults, and no null", () => {
  const { toBody, toEdit } = definitionOf("analytics_rule");
  const body = (rule: object) => toEdit?.({ name: "it", definition: JSON.stringify(rule) });
  const defaults = { expand_query: false, capture_search_requests: true, meta_fields: [] };
  expect(body(QUERIES)).toEqual({
    ...QUERIES,
    name: "it",
    rule_tag: "",
    params: { ...defaults, ...QUERIES.params },
  });
  expect(body({ ...QUERIES, params: { ...QUERIES.params, meta_fields: null } })).toEqual(body(QUERIES));
  expect(body(CLICKS)).toEqual({
    ...CLICKS,
    name: "it",
    rule_tag: "",
    params: { destination_collection: "products", ...CLICKS.params },
  });
  expect(body(LOG)).toEqual({ ...LOG, name: "it", rule_tag: "" });
  // A create sends only the configured parts.
  expect(toBody({ name: "it", definition: JSON.stringify({ ...QUERIES, rule_tag: null }) })).toEqual({
    ...QUERIES,
    name: "it",
  });
});

/** Recorded from server 30. */
const SHOWN = {
  name: "it",
  rule_tag: "",
  ...QUERIES,
  params: { ...QUERIES.params, capture_search_requests: true, expand_query: false },
};
test.each<[object, object, boolean]>([
  [QUERIES, SHOWN, true],
  [{ ...QUERIES, rule_tag: null, params: { ...QUERIES.params, meta_fields: [] } }, SHOWN, true],
  [{ ...QUERIES, colour: 1, params: { ...QUERIES.params, colour: "red" } }, SHOWN, true],
  [{ ...LOG, params: {} }, { name: "it", ...LOG, rule_tag: "" }, true],
  [{ ...LOG, params: { limit: 5 } }, { name: "it", ...LOG, rule_tag: "" }, true],
  [{ ...CLICKS, params: { ...CLICKS.params, limit: 5 } }, { name: "it", rule_tag: "", ...CLICKS }, true],
  [QUERIES, { ...SHOWN, params: { ...SHOWN.params, limit: 6 } }, false],
  [{ ...QUERIES, rule_tag: "x" }, SHOWN, false],
  [{ ...QUERIES, params: { ...QUERIES.params, meta_fields: ["filter_by"] } }, SHOWN, false],
  [
    { ...QUERIES, params: { ...QUERIES.params, colour: "red" } },
    { ...SHOWN, params: { ...SHOWN.params, colour: "blue" } },
    false,
  ],
])("a rule %j, shown as %j, has not drifted: %s", (rule, answer, same) => {
  const definition = JSON.stringify(rule);
  const seen = definitionOf("analytics_rule").fromAnswer(answer as never, { definition });
  expect(seen.definition === definition).toBe(same);
  expect(
    definitionOf("analytics_rule").compared?.covers(definition as never, JSON.stringify(answer) as never),
  ).toBe(same);
});

test.each<[object, object, boolean]>([
  [QUERIES, SHOWN, true],
  [QUERIES, { ...SHOWN, rule_tag: "left" }, false],
  [QUERIES, { ...SHOWN, params: { ...SHOWN.params, expand_query: true } }, false],
  [QUERIES, { ...SHOWN, params: { ...SHOWN.params, meta_fields: ["filter_by"] } }, false],
  [CLICKS, { name: "it", ...CLICKS, params: { ...CLICKS.params, destination_collection: "other" } }, false],
])("an edit to %j is done if the server shows %j: %s", (rule, answer, done) => {
  const values = { definition: JSON.stringify(rule) };
  expect(definitionOf("analytics_rule").isWanted?.(answer as never, values)).toBe(done);
});

test.each<[object, string[]]>([
  [QUERIES, []],
  [{ ...QUERIES, colour: 1, params: { ...QUERIES.params, weight: 1 } }, ["colour", "params.weight"]],
  [{ ...LOG, params: { limit: 1 } }, ["params.limit"]],
])("of a rule %j, servers drop %j", (rule, dropped) => {
  const notes =
    definitionOf("analytics_rule").notes?.({ name: "it", definition: JSON.stringify(rule) }) ?? [];
  expect(notes.map(({ summary }) => summary.replace(/^.*keep: /, ""))).toEqual(
    dropped.length === 0 ? [] : [dropped.join(", ")],
  );
});
