import type { NamedKind } from "../../../src/dataPlane";
import type { EmulatorServer } from "../../../src/emulator";
import type { NamedKind as StoredKind } from "../../../src/emulator/public";
import { lacking } from "../../support/features";
import { HISTORY } from "../../support/history";
import type { Lines } from "../support";
import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { replaced, type Story, updated, updatedWriteOnly } from "./story";

interface Row {
  readonly type: string;
  readonly kind: NamedKind;
  /** The emulator's name for them. */
  readonly stored: StoredKind;
  /** @default the PUT that edits it, too */
  readonly create?: string;
  /** @default its PUT */
  readonly edit?: readonly string[];
  /** The lines besides its name, as created and as edited. */
  readonly first: Lines;
  readonly edited: Lines;
  /** The lines of a second edit, which sets write-only arguments. @default none */
  readonly further?: Lines;
  readonly invalid: Story["invalid"];
  readonly reworded?: readonly string[];
}

const item = (id: string, more = "") => `item {\n id = "${id}"\n synonyms = ["b", "a"]\n${more}}\n`;
const json = (value: unknown) => `jsonencode(${JSON.stringify(value)})`;
const PARAMS = { destination_collection: "queries", limit: 100 };
const RULE = { type: "popular_queries", collection: "sales", event_type: "search", params: PARAMS };

const TEXT = { none: "any text is right" };

/** The lines that replace a stored credential by a write-only one. */
const writeOnly = (name: string, value: string): Lines => ({
  ...{ [name]: undefined, [`${name}_wo`]: value, [`${name}_wo_version`]: "1" },
});

const invalidCredential = (name: string, value: string) => ({
  [name]: value,
  [`${name}_wo`]: value,
  [`${name}_wo_version`]: "-1",
});

const ROWS: readonly Row[] = [
  {
    type: "synonym_set",
    kind: "SynonymSet",
    stored: "synonym_sets",
    first: { item: item("x") },
    edited: { item: `${item("y", 'root = "c"\n locale = "de"\n symbols_to_index = ["+"]\n')}${item("x")}` },
    invalid: { item: 'item {\n id = ""\n synonyms = []\n}' },
  },
  {
    type: "curation_set",
    kind: "CurationSet",
    stored: "curation_sets",
    first: { items: json([{ id: "b", rule: { query: "apple", match: "exact" }, excludes: [{ id: "1" }] }]) },
    edited: {
      items: json([
        { id: "b", rule: { tags: ["y", "x"] }, filter_by: "rank:>1" },
        { id: "a", rule: { query: "apple", match: "exact" }, includes: [{ id: "1", position: 1 }] },
      ]),
    },
    invalid: { items: '"[{}]"' },
    reworded: ["items"],
  },
  {
    type: "preset",
    kind: "Preset",
    stored: "presets",
    first: { value: json({ q: "*", per_page: 20 }) },
    edited: { value: '"{ \\"searches\\": [ { \\"q\\": \\"*\\", \\"per_page\\": 30.0 } ] }"' },
    invalid: { value: '"per_page=20"' },
    reworded: ["value"],
  },
  {
    type: "stopwords_set",
    kind: "StopwordsSet",
    stored: "stopwords",
    first: { stopwords: '["The", "a"]' },
    edited: { stopwords: '["United States", "an"]', locale: '"en"' },
    invalid: { stopwords: "[]", locale: '""' },
    reworded: ["stopwords"],
  },
  {
    type: "analytics_rule",
    kind: "AnalyticsRule",
    stored: "analytics_rules",
    first: { definition: json(RULE) },
    edited: {
      definition: json({ ...RULE, rule_tag: "home", params: { ...PARAMS, limit: 10, expand_query: true } }),
    },
    invalid: { definition: '"[]"' },
    reworded: ["definition"],
  },
  {
    type: "stemming_dictionary",
    kind: "StemmingDictionary",
    stored: "stemming_dictionaries",
    create: "importStemmingDictionary",
    edit: ["deleteStemmingDictionary", "importStemmingDictionary"],
    first: { words: '{ people = "person", children = "child" }' },
    edited: { words: '{ people = "folk" }' },
    invalid: { words: "{}" },
  },
  {
    type: "conversation_model",
    kind: "ConversationModel",
    stored: "conversation_models",
    create: "createConversationModel",
    first: {
      model_name: '"openai/gpt-4o"',
      model_api_key: '"first-credential-0123"',
      history_collection: '"history"',
      max_bytes: "16384",
    },
    edited: {
      ...{ model_name: '"openai/gpt-4o-mini"', model_api_key: '"second-credential-0123"' },
      ...{ history_collection: '"talks"', max_bytes: "32768", system_prompt: '"Be brief."', ttl: "3600" },
      ...{ account_id: '"acme"', vllm_url: '"http://127.0.0.1:9"', extra: json({ openai_path: "/v2" }) },
    },
    further: writeOnly("model_api_key", '"third-credential-0123"'),
    invalid: {
      ...invalidCredential("model_api_key", '"two words"'),
      ...{ model_name: '"gpt-4o"', history_collection: '""', max_bytes: "0", ttl: "-1" },
      ...{ system_prompt: TEXT, account_id: '""', vllm_url: '""', extra: json({ ttl: 1 }) },
    },
    reworded: ["extra"],
  },
  {
    type: "nl_search_model",
    kind: "NlSearchModel",
    stored: "nl_search_models",
    create: "createNlSearchModel",
    first: { model_name: '"openai/gpt-4o"', model_api_key: '"first-credential-0123"', max_bytes: "16384" },
    edited: {
      ...{
        model_name: '"openai/gpt-4o-mini"',
        model_api_key: '"second-credential-0123"',
        max_bytes: "32768",
      },
      ...{ model_credentials: json({ access_token: "first-token" }), system_prompt: '"Be brief."' },
      ...{ temperature: "0.5", top_p: "0.25", top_k: "3", account_id: '"acme"' },
      ...{ api_url: '"http://127.0.0.1:9"', extra: json({ region: "europe-west6" }) },
    },
    further: {
      ...writeOnly("model_api_key", '"third-credential-0123"'),
      ...writeOnly("model_credentials", json({ access_token: "third-token" })),
    },
    invalid: {
      ...invalidCredential("model_api_key", '"two words"'),
      ...invalidCredential("model_credentials", '"{}"'),
      ...{ model_name: '"gpt-4o"', max_bytes: "0", system_prompt: TEXT, temperature: "3", top_p: "2" },
      ...{ top_k: "-1", account_id: '""', api_url: '""', extra: json({ api_key: "x" }) },
    },
    reworded: ["extra"],
  },
];

/** Creates the collections that a rule or a model names, which must exist. */
function createCollections(emulator: EmulatorServer): void {
  for (const cluster of ["shop1", "shop2"]) {
    for (const name of ["sales", "queries"]) {
      emulator.createCollectionOutside(cluster, { name, fields: [{ name: "q", type: "string" }] });
    }
    for (const name of ["history", "talks"]) emulator.createCollectionOutside(cluster, { ...HISTORY, name });
  }
}

/** The records that servers keep by name, each edited by one PUT. */
export const namedRecordStories: readonly Story[] = ROWS.map(
  ({ type, kind, stored, create = `upsert${kind}`, edit = [`upsert${kind}`], ...row }): Story => ({
    type,
    onNodes: true,
    ...(["analytics_rule", "conversation_model"].includes(type) && { prepare: createCollections }),
    lines: { ...ON_NODES, name: '"first"', ...row.first },
    creates: [create],
    edits: [
      updated({ ...row.edited, ...OTHER_WAY }, ...edit),
      ...(row.further ? [updatedWriteOnly(row.further, ...edit)] : []),
      replaced({ name: '"second"', ...ON_CLUSTER }, `delete${kind}`, create),
    ],
    invalid: { ...INVALID_ON_NODES, name: '""', ...row.invalid },
    importId: ({ cluster_id, name }) => `${cluster_id}/${name}`,
    imported: "update",
    // Without write-only arguments, the state has the credential, and only a request makes sure that the server has it.
    importWrites: row.further && lacking("write-only arguments") ? [`upsert${kind}`] : [],
    reworded: row.reworded ?? [],
    takeAway: (emulator) => emulator.deleteNamedOutside("shop1", stored, "first"),
    destroys: [`delete${kind}`],
  }),
);
