/** Verbs for objects that are written whole under a name, and never created. */
const NAMED = ["delete", "get", "list", "upsert"];
/** Verbs for objects that get an id from the server, or may be given one. */
const MODELS = ["create", "delete", "get", "list", "upsert"];

/**
 * The verbs of the actions of a key, by resource: the actions that servers from 29 to 30 check, each made of the path and the
 * method of a request. A PUT needs `upsert`, even for a new object (docs/design/data-plane.md#key).
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

/** True if a server checks this action. Servers accept others, and such a key then allows less than it seems. */
export function isKeyAction(action: string): boolean {
  if (action === "*") return true;
  const [resource = "", verb = "", ...more] = action.split(":");
  return (
    more.length === 0 && (verb === "*" ? VERBS.has(resource) : (VERBS.get(resource)?.includes(verb) ?? false))
  );
}

/** Returns the actions that somebody may have meant with one that no server checks; none if nothing is similar. */
export function actionsLike(action: string): readonly string[] {
  const [resource = ""] = action.split(":");
  const verbs = VERBS.get(resource);
  if (verbs) return [...verbs, "*"].map((verb) => `${resource}:${verb}`);
  const below = [...VERBS].filter(([one]) => one.startsWith(`${resource}/`));
  return below.flatMap(([one, known]) => known.map((verb) => `${one}:${verb}`));
}

/** Epoch seconds that servers answer for a key that never expires. */
export const NEVER_EXPIRES = 64_723_363_199;
