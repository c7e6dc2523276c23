const CRUD = ["create", "delete", "get", "list", "upsert", "*"];

/** What an action of a key can be allowed on, and how (data-plane API, Authentication; public documentation, servers 27 to 30). */
const VERBS: { readonly [resource: string]: readonly string[] } = {
  collections: [...CRUD, "update"],
  documents: ["search", "get", "create", "upsert", "update", "delete", "import", "export", "*"],
  aliases: CRUD,
  keys: CRUD,
  synonyms: CRUD,
  synonym_sets: CRUD,
  "synonym_sets/items": CRUD,
  overrides: CRUD,
  curation_sets: CRUD,
  "curation_sets/items": CRUD,
  presets: CRUD,
  stopwords: CRUD,
  analytics: CRUD,
  "analytics/rules": CRUD,
  "analytics/events": ["create", "list", "*"],
  conversations: [...CRUD, "update"],
  "conversations/models": [...CRUD, "update"],
  nl_search_models: [...CRUD, "update"],
  stemming: CRUD,
  "stemming/dictionaries": CRUD,
  "metrics.json": ["list"],
  "stats.json": ["list"],
  debug: ["list"],
  config: ["create"],
  operations: ["*"],
};

/** The actions that are known; servers know more. */
export const KEY_ACTIONS: readonly string[] = [
  "*",
  ...Object.entries(VERBS).flatMap(([resource, verbs]) => verbs.map((verb) => `${resource}:${verb}`)),
];

/** Epoch seconds that servers answer for a key that never expires. */
export const NEVER_EXPIRES = 64_723_363_199;
