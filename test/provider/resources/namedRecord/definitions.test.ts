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
  const none = Object.fromEntries(Object.keys(schema).map((name) => [name, null]));
  const config = type.endsWith("_model") ? { ...none, ...NOTHING, ...own } : { ...NOTHING, ...own };
  validate(schema, validators, config as unknown as ValueRecord, diagnostics);
  return diagnostics.items.map(({ summary, detail }) => `${summary}: ${detail}`);
}

const COATS = { id: "coats", synonyms: ["coat", "jacket"], root: null, locale: null, symbols_to_index: null };
const RULE = { type: "counter", collection: "products", event_type: "click" };
const CHAT = { model_name: "openai/gpt-4o", history_collection: "history", max_bytes: 100 };
const NL = { model_name: "openai/gpt-4o", max_bytes: 100 };
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
  [
    "stemming_dictionary",
    { words: { people: "person" } },
    { words: [{ word: "people", root: "person" }] },
    { id: "it", words: [{ word: "children", root: "child" }] },
    { words: { children: "child" } },
  ],
  [
    "conversation_model",
    { ...CHAT, ttl: 60, extra: '{"openai_url": "https://a"}' },
    { ...CHAT, ttl: 60, openai_url: "https://a" },
    { ...CHAT, id: "it", ttl: 61, api_key: "sk-01***", openai_url: "https://a", more: 1 },
    {
      ...{ ...CHAT, ttl: 61, extra: '{"openai_url": "https://a"}' },
      ...{ system_prompt: null, account_id: null, vllm_url: null },
    },
  ],
  [
    "nl_search_model",
    { ...NL, temperature: 0.5 },
    { ...NL, temperature: 0.5 },
    { ...NL, id: "it", temperature: 0.5, system_prompt: "theirs", top_k: 1, api_key: "***********" },
    {
      ...{ ...NL, temperature: 0.5, top_p: null, top_k: null },
      ...{ system_prompt: null, account_id: null, api_url: null, extra: null },
    },
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
  [
    "nl_search_model",
    { model_name: null },
    {
      ...{ ...NL, system_prompt: null, temperature: 0, top_p: null, top_k: null },
      ...{ account_id: null, api_url: null, extra: '{"region":"x"}' },
    },
  ],
])("an imported %s has all parts of the server", (type, nothing, state) => {
  const answer = {
    ...{ name: "it", items: type === "synonym_set" ? [] : [{ id: "a" }], value: {}, type: "log" },
    ...{ ...NL, id: "it", temperature: 0, region: "x", access_token: "abcde***", client_secret: "abcde***" },
  };
  const only = {
    ...{ curation_set: ["name", "items"], synonym_set: ["name", "items"], preset: ["name", "value"] },
    nl_search_model: [...Object.keys(NL), "id", "temperature", "region", "access_token", "client_secret"],
  };
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
  ["stemming_dictionary", { words: {} }, /words.* must not be empty/],
  ["stemming_dictionary", { words: { "": "a" } }, /words.* must not have an empty word/],
  ["stemming_dictionary", { words: { a: "" } }, /words.*\["a"\] must not be empty/],
  ["curation_set", { items: "{}" }, /must be a JSON list .* not an object/],
  ["curation_set", { items: '[{"id":"a"},{"rule":{}}]' }, /with an "id" each: item 2 has none/],
  ["curation_set", { items: '[{"id":"a"},{"id":"a"}]' }, /holds the id "a" twice/],
  ["curation_set", { items: "[" }, /it is not valid JSON/],
  ["preset", { value: '"text"' }, /must be a JSON object .* not a string/],
  ["stopwords_set", { stopwords: [], locale: null }, /must not be empty/],
  ["stopwords_set", { stopwords: ["a"], locale: "" }, /must not be empty/],
  ["conversation_model", { ...CHAT, model_name: "gpt" }, /model_name.* must be a vendor and a model/],
  ["conversation_model", { ...CHAT, max_bytes: 0 }, /max_bytes.* must be a whole number from 1/],
  ["conversation_model", { ...CHAT, ttl: -1 }, /ttl.* must be a whole number from 0/],
  [
    "conversation_model",
    { ...CHAT, history_collection: ".." },
    /history_collection.* must not be dots alone/,
  ],
  ["conversation_model", { ...CHAT, extra: '{"ttl":1}' }, /extra.* holds "ttl", which is an attribute/],
  ["conversation_model", { ...CHAT, extra: '{"id":"x"}' }, /extra.* holds "id": the name of the model/],
  [
    "conversation_model",
    { ...CHAT, extra: '{"api_key":"x"}' },
    /extra.* credential: write it as model_api_key_wo/,
  ],
  ["conversation_model", { ...CHAT, model_api_key: "a b" }, /model_api_key.* visible ASCII characters/],
  [
    "conversation_model",
    { ...CHAT, model_api_key: "a", model_api_key_wo: "b", model_api_key_wo_version: 1 },
    /^Both model_api_key and model_api_key_wo:/,
  ],
  [
    "conversation_model",
    { ...CHAT, model_api_key_wo: "b" },
    /^model_api_key_wo without model_api_key_wo_version:/,
  ],
  [
    "conversation_model",
    { ...CHAT, model_api_key_wo_version: 1 },
    /^model_api_key_wo_version without model_api_key_wo:/,
  ],
  ["nl_search_model", { ...NL, temperature: 2.5 }, /temperature.* must be a number from 0 to 2/],
  ["nl_search_model", { ...NL, top_p: 1.5 }, /top_p.* must be a number from 0 to 1/],
  ["nl_search_model", { ...NL, top_k: 0.5 }, /top_k.* must be a whole number from 0/],
  [
    "nl_search_model",
    { ...NL, extra: '{"client_secret":"x"}' },
    /extra.* credential: write it as model_credentials_wo/,
  ],
  ["nl_search_model", { ...NL, model_credentials: "x" }, /model_credentials.* must be a JSON object/],
  ["nl_search_model", { ...NL, model_credentials: "{}" }, /model_credentials.* must hold "access_token"/],
  [
    "nl_search_model",
    { ...NL, model_credentials: '{"region":"x"}' },
    /model_credentials.* may only hold "access_token"/,
  ],
  [
    "nl_search_model",
    { ...NL, model_credentials: '{"access_token":1}' },
    /model_credentials.* must hold strings/,
  ],
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
