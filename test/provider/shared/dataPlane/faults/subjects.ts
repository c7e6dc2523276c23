import type { FaultMatchBody } from "../../../../../src/emulator";
import type { NamedKind } from "../../../../../src/emulator/public";
import type { DataSeedBody } from "../../../../../src/emulator/testing/requests/seeds";
import { HISTORY } from "../../../../support/history";
import { type Account, CLUSTER, type Kept, NODE_KEY, NOTHING } from "./account";

export type Operation = "create" | "update" | "replace" | "delete";
type NodeOperation = NonNullable<FaultMatchBody["operation"]>;

/** A type of the data plane, with its configurations and the acts of another writer. */
export interface Subject {
  readonly type: string;
  /** The created values; an edit in place; an edit that needs another object. */
  readonly values: { readonly create: object; readonly update?: object; readonly replace?: object };
  /** The write requests, in order. */
  readonly writes: { readonly [Name in Operation]?: readonly NodeOperation[] };
  /** Returns the name of the object of a state in the census. */
  readonly entry: (kept: Kept) => string;
  /** Deletes ours, if it exists. */
  readonly takeAway: (account: Account, kept: Kept) => void;
  /** Puts an object of another writer under the name of ours. */
  readonly putTheirs: (account: Account, isAlike: boolean) => void;
  /** Deletes the object of {@link putTheirs}. */
  readonly dropTheirs: (account: Account) => void;
}

/** The name of our object. */
export const NAME = "it";
const COMMON = { cluster_id: CLUSTER };
const TITLE = { name: "title", type: "string" };
const RANK = { name: "rank", type: "int32" };
const DOCUMENTS = [
  { id: "1", title: "Oak" },
  { id: "2", title: "Elm" },
];

const CHAT = { model_name: "openai/gpt-4o", history_collection: HISTORY.name, max_bytes: 1 };

/** The initial objects on the cluster, which belong to others. */
export const FOREIGN: DataSeedBody = {
  collections: [
    { name: "foreign", fields: [TITLE], documents: DOCUMENTS },
    { name: "target", fields: [TITLE], documents: [{ id: "foreign", title: "Yew" }] },
    HISTORY,
  ],
  aliases: { elsewhere: "foreign" },
  named: {
    presets: { foreign: { value: { q: "*" } } },
    synonym_sets: { foreign: { items: [{ id: "a", synonyms: ["b", "c"] }] } },
    curation_sets: { foreign: { items: [] } },
    stopwords: { foreign: { stopwords: ["the"] } },
    conversation_models: { foreign: { ...CHAT, api_key: "foreign-credential" } },
    stemming_dictionaries: { foreign: { words: [{ word: "a", root: "b" }] } },
    analytics_rules: {
      foreign: {
        type: "counter",
        collection: "foreign",
        event_type: "click",
        params: { counter_field: "rank", weight: 1 },
      },
    },
  },
  keys: [
    { value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] },
    {
      value: "foreign-key-0123456789",
      description: "foreign",
      actions: ["documents:search"],
      collections: ["*"],
    },
  ],
};

/** Returns everything on the cluster, by kind and name; for documents, their number. */
export function census({ emulator }: Account): ReadonlyMap<string, string> {
  const { collections, aliases, node_keys, named } = emulator.state();
  return new Map([
    ...collections.map((one) => [`collection/${one.name}`, JSON.stringify(one)] as const),
    ...aliases.map((one) => [`alias/${one.name}`, JSON.stringify(one)] as const),
    ...node_keys.map((one) => [`key/${one.id}`, JSON.stringify(one)] as const),
    ...named.map((one) => [`${one.kind}/${one.name}`, JSON.stringify(one)] as const),
  ]);
}

const collection: Subject = {
  type: "collection",
  values: {
    create: { ...COMMON, name: NAME, field: [TITLE], replacement: "allow" },
    update: { ...COMMON, name: NAME, field: [TITLE, { ...RANK, optional: true }], replacement: "allow" },
    replace: { ...COMMON, name: NAME, field: [TITLE], enable_nested_fields: true, replacement: "allow" },
  },
  writes: {
    create: ["createCollection"],
    update: ["updateCollection"],
    replace: ["deleteCollection", "createCollection"],
    delete: ["deleteCollection"],
  },
  entry: () => `collection/${NAME}`,
  takeAway: (account) => {
    if (census(account).has(`collection/${NAME}`)) account.emulator.dropCollectionOutside(CLUSTER, NAME);
  },
  putTheirs(account, isAlike) {
    this.takeAway(account, NOTHING);
    const fields = isAlike ? [TITLE] : [TITLE, { name: "theirs", type: "string", optional: true }];
    account.emulator.createCollectionOutside(CLUSTER, { name: NAME, fields });
    account.emulator.addDocumentsOutside(CLUSTER, NAME, DOCUMENTS);
  },
  dropTheirs: (account) => account.emulator.dropCollectionOutside(CLUSTER, NAME),
};

const alias: Subject = {
  type: "collection_alias",
  values: {
    create: { ...COMMON, name: NAME, collection_name: "foreign" },
    update: { ...COMMON, name: NAME, collection_name: "target" },
  },
  writes: { create: ["upsertAlias"], update: ["upsertAlias"], delete: ["deleteAlias"] },
  entry: () => `alias/${NAME}`,
  takeAway: (account) => {
    if (census(account).has(`alias/${NAME}`)) account.emulator.deleteAliasOutside(CLUSTER, NAME);
  },
  putTheirs: ({ emulator }, isAlike) =>
    emulator.putAliasOutside(CLUSTER, NAME, isAlike ? "foreign" : "theirs"),
  dropTheirs: ({ emulator }) => emulator.deleteAliasOutside(CLUSTER, NAME),
};

const KEY = { ...COMMON, description: "search", actions: ["documents:search"], collections: ["foreign"] };

const key: Subject = {
  type: "key",
  values: { create: KEY, replace: { ...KEY, collections: ["target"] } },
  writes: { create: ["createKey"], replace: ["deleteKey", "createKey"], delete: ["deleteKey"] },
  entry: ({ state }) => `key/${String(state?.id).split("/")[1]}`,
  takeAway(account, kept) {
    const id = this.entry(kept);
    if (census(account).has(id)) account.emulator.revokeKeyOutside(CLUSTER, id.slice("key/".length));
  },
  // A key of another team, with another id.
  putTheirs: ({ emulator }, isAlike) => {
    const { cluster_id: _, ...body } = KEY;
    const actions = isAlike ? body.actions : ["documents:get"];
    emulator.createNodeKeyOutside(CLUSTER, { ...body, actions, value: "theirs-0123456789" });
  },
  dropTheirs: ({ emulator }) => {
    const found = emulator.state().node_keys.find((one) => one.value_prefix === "thei");
    if (found) emulator.revokeKeyOutside(CLUSTER, found.id);
  },
};

function named(
  type: string,
  kind: NamedKind,
  record: string,
  [first, second, alike, theirs]: readonly [first: object, second: object, alike: object, theirs: object],
): Subject {
  const entry = `${kind}/${NAME}`;
  return {
    type,
    values: { create: { ...COMMON, name: NAME, ...first }, update: { ...COMMON, name: NAME, ...second } },
    writes: {
      create: [`${record.endsWith("Model") ? "create" : "upsert"}${record}` as NodeOperation],
      update: [`upsert${record}` as NodeOperation],
      delete: [`delete${record}` as NodeOperation],
    },
    entry: () => entry,
    takeAway: (account) => {
      if (census(account).has(entry)) account.emulator.deleteNamedOutside(CLUSTER, kind, NAME);
    },
    putTheirs: ({ emulator }, isAlike) =>
      emulator.putNamedOutside(CLUSTER, kind, NAME, { ...(isAlike ? alike : theirs) }),
    dropTheirs: ({ emulator }) => emulator.deleteNamedOutside(CLUSTER, kind, NAME),
  };
}

const items = (...words: string[]) => words.map((id) => ({ id, synonyms: [id, `${id}s`] }));
const rule = (weight: number) => ({
  type: "counter",
  collection: "foreign",
  event_type: "click",
  params: { counter_field: "rank", weight },
});

const curation = (id: string) => ({
  id,
  rule: { query: id, match: "exact" },
  excludes: [{ id: "1" }],
});

const NAMED: readonly Subject[] = [
  named("preset", "presets", "Preset", [
    { value: '{"q":"a"}' },
    { value: '{"q":"b"}' },
    { value: { q: "a" } },
    { value: { q: "theirs" } },
  ]),
  named("synonym_set", "synonym_sets", "SynonymSet", [
    { item: items("a") },
    { item: items("b") },
    { items: items("a") },
    { items: items("theirs") },
  ]),
  named("curation_set", "curation_sets", "CurationSet", [
    { items: JSON.stringify([curation("a")]) },
    { items: JSON.stringify([curation("b")]) },
    { items: [curation("a")] },
    { items: [curation("theirs")] },
  ]),
  named("stopwords_set", "stopwords", "StopwordsSet", [
    { stopwords: ["a"] },
    { stopwords: ["b"] },
    { stopwords: ["a"] },
    { stopwords: ["theirs"] },
  ]),
  named("analytics_rule", "analytics_rules", "AnalyticsRule", [
    { definition: JSON.stringify(rule(1)) },
    { definition: JSON.stringify(rule(2)) },
    rule(1),
    rule(3),
  ]),
  {
    ...named("stemming_dictionary", "stemming_dictionaries", "StemmingDictionary", [
      { words: { a: "x" } },
      { words: { a: "y" } },
      { words: [{ word: "a", root: "x" }] },
      { words: [{ word: "a", root: "theirs" }] },
    ]),
    writes: {
      create: ["importStemmingDictionary"],
      update: ["deleteStemmingDictionary", "importStemmingDictionary"],
      delete: ["deleteStemmingDictionary"],
    },
  },
  named("conversation_model", "conversation_models", "ConversationModel", [
    { ...CHAT, model_api_key: "first-credential" },
    // Nothing that servers show tells these two credentials apart.
    { ...CHAT, model_api_key: "first-credentia2" },
    { ...CHAT, api_key: "first-credential", ttl: 86_400 },
    { ...CHAT, api_key: "their-credential" },
  ]),
  named("nl_search_model", "nl_search_models", "NlSearchModel", [
    { model_name: "openai/gpt-4o", max_bytes: 1, model_api_key: "first-credential" },
    { model_name: "openai/gpt-4o", max_bytes: 2, model_api_key: "second-credential" },
    { model_name: "openai/gpt-4o", max_bytes: 1, api_key: "first-credential" },
    { model_name: "openai/gpt-4o", max_bytes: 3, api_key: "their-credential" },
  ]),
];

export const SUBJECTS: readonly Subject[] = [collection, alias, key, ...NAMED];

export function subjectOf(type: string): Subject {
  const found = SUBJECTS.find((one) => one.type === type);
  if (found === undefined) throw new Error(`There are no stories of ${type}`);
  return found;
}
