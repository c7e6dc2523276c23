/** What is written whole under a name, and never created. */
const NAMED = ["delete", "get", "list", "upsert"];
/** What the server gives an id, and what it may also be given one for. */
const MODELS = ["create", "delete", "get", "list", "upsert"];

/**
 * What an action of a key can be allowed on, and how: the actions that servers from 29 to 30 ask for, each made of the path and the
 * method of a request. A PUT asks for `upsert`, also of what is new (docs/design/data-plane.md#key).
 */
const VERBS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    collections: ["create", "delete", "get", "list", "update"],
    documents: ["create", "delete", "export", "get", "import", "search", "update"],
    aliases: NAMED,
    keys: ["create", "delete", "get", "list"],
    synonyms: ["delete", "get", "upsert"],
    overrides: ["delete", "get", "upsert"],
    synonym_sets: NAMED,
    "synonym_sets/items": ["delete", "get", "upsert"],
    curation_sets: NAMED,
    "curation_sets/items": ["delete", "get", "upsert"],
    presets: NAMED,
    stopwords: NAMED,
    "analytics/rules": MODELS,
    "analytics/events": ["create", "list"],
    "analytics/flush": ["create"],
    "analytics/status": ["list"],
    "conversations/models": MODELS,
    nl_search_models: MODELS,
    "personalization/models": MODELS,
    "stemming/dictionaries": ["delete", "get", "list"],
    "stemming/dictionaries/import": ["create"],
    limits: MODELS,
    "limits/active": ["delete", "list"],
    "limits/exceeds": ["delete", "list"],
    "metrics.json": ["list"],
    "stats.json": ["list"],
    debug: ["list"],
    config: ["create"],
    "operations/cache/clear": ["create"],
    "operations/db/compact": ["create"],
    "operations/reset_peers": ["create"],
    "operations/schema_changes": ["list"],
    "operations/snapshot": ["create"],
    "operations/vote": ["create"],
  }),
);

/** Whether a server asks for this action; servers accept others, and such a key then allows less than it seems. */
export function isKeyAction(action: string): boolean {
  if (action === "*") return true;
  const [resource = "", verb = "", ...more] = action.split(":");
  return (
    more.length === 0 && (verb === "*" ? VERBS.has(resource) : (VERBS.get(resource)?.includes(verb) ?? false))
  );
}

/** The actions that somebody may mean who has written one that no server asks for; none where nothing is like it. */
export function actionsLike(action: string): readonly string[] {
  const [resource = ""] = action.split(":");
  const verbs = VERBS.get(resource);
  if (verbs) return [...verbs, "*"].map((verb) => `${resource}:${verb}`);
  const below = [...VERBS].filter(([one]) => one.startsWith(`${resource}/`));
  return below.flatMap(([one, known]) => known.map((verb) => `${one}:${verb}`));
}

/** Epoch seconds that servers answer for a key that never expires. */
export const NEVER_EXPIRES = 64_723_363_199;
