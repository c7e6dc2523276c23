/** One operation of the search engine that runs on a cluster's nodes, as data (data-plane API, Endpoints). */
export interface NodeOperation {
  /** The same as its key in {@link NODE_OPERATIONS}. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the URL of a node; parameters in braces. */
  readonly path: string;
  readonly kind: "read" | "write";
  /** The statuses that mean success; servers differ in when they answer 201. */
  readonly success: readonly number[];
  /** Names of the query parameters; null: any, the server decides. */
  readonly query: readonly string[] | null;
  readonly body: "none" | "required";
  /** The body that is a stream of lines (one JSON document each) and is never held as a whole. */
  readonly stream: "none" | "request" | "answer";
  /** True if body and answer are lines of one JSON object each, which are held as a whole. */
  readonly lines: boolean;
  /** True if the request or the answer holds a key. */
  readonly secret: boolean;
  /** The action that a key must have, as in `actions` of a key; null: the operation needs no key. */
  readonly action: string | null;
}

type Given = Partial<Pick<NodeOperation, "query" | "stream" | "lines" | "secret">>;

const plain = { query: [], stream: "none", lines: false, secret: false } as const;

const get = <const Path extends string, const More extends Given = object>(
  path: Path,
  action: string | null,
  given?: More,
) => ({
  method: "GET" as const,
  path,
  kind: "read" as const,
  success: [200],
  body: "none" as const,
  ...plain,
  ...given,
  action,
});

/** A write that creates or changes once more if it is sent twice. */
const once = <const Path extends string>(
  method: "POST" | "PATCH",
  path: Path,
  action: string,
  given: Given = {},
) => ({
  method,
  path,
  kind: "write" as const,
  success: [200, 201],
  body: "required" as const,
  ...plain,
  ...given,
  action,
});

const put = <const Path extends string>(path: Path, action: string, given: Given = {}) => ({
  ...once("POST", path, action, given),
  method: "PUT" as const,
});

const remove = <const Path extends string>(path: Path, action: string, given: Given = {}) => ({
  ...once("POST", path, action, given),
  method: "DELETE" as const,
  body: "none" as const,
});

/** An operation of the node itself, which every request does once more. */
const operate = <const Path extends string>(path: Path, query: readonly string[] = []) => ({
  ...once("POST", path, `${path.slice(1)}:create`, { query }),
  body: "none" as const,
});

const COLLECTION = "/collections/{name}";
const DOCUMENTS = `${COLLECTION}/documents` as const;
const STEMMING_DICTIONARIES = "/stemming/dictionaries";
const CONVERSATION_MODELS = "/conversations/models";
const NL_SEARCH_MODELS = "/nl_search_models";
/** Requests hold the credential of a model; an answer to a DELETE holds some of them whole (from the source). */
const SECRET = { secret: true } as const;

/** The query parameters of `documents/import` (data-plane API; docs/design/api-assumptions.md#data-plane). */
const IMPORT_QUERY = ["action", "batch_size", "return_id", "dirty_values"];

const ROWS = {
  listCollections: get("/collections", "collections:list", { query: ["exclude_fields"] }),
  createCollection: once("POST", "/collections", "collections:create"),
  getCollection: get(COLLECTION, "collections:get"),
  updateCollection: once("PATCH", COLLECTION, "collections:update"),
  deleteCollection: remove(COLLECTION, "collections:delete"),

  listAliases: get("/aliases", "aliases:list"),
  getAlias: get("/aliases/{name}", "aliases:get"),
  upsertAlias: put("/aliases/{name}", "aliases:upsert"),
  deleteAlias: remove("/aliases/{name}", "aliases:delete"),

  listKeys: get("/keys", "keys:list"),
  createKey: once("POST", "/keys", "keys:create", { secret: true }),
  getKey: get("/keys/{id}", "keys:get"),
  deleteKey: remove("/keys/{id}", "keys:delete"),

  createDocument: once("POST", DOCUMENTS, "documents:create", { query: ["action", "dirty_values"] }),
  getDocument: get(`${DOCUMENTS}/{id}`, "documents:get", { query: ["include_fields", "exclude_fields"] }),
  deleteDocument: remove(`${DOCUMENTS}/{id}`, "documents:delete"),
  updateDocuments: once("PATCH", DOCUMENTS, "documents:update", { query: ["filter_by", "dirty_values"] }),
  deleteDocuments: remove(DOCUMENTS, "documents:delete", { query: ["filter_by"] }),
  searchDocuments: get(`${DOCUMENTS}/search`, "documents:search", { query: null }),
  exportDocuments: get(`${DOCUMENTS}/export`, "documents:export", {
    query: ["filter_by", "include_fields", "exclude_fields"],
    stream: "answer",
  }),
  importDocuments: once("POST", `${DOCUMENTS}/import`, "documents:import", {
    query: IMPORT_QUERY,
    stream: "request",
  }),

  listSynonyms: get(`${COLLECTION}/synonyms`, "synonyms:get"),
  upsertSynonym: put(`${COLLECTION}/synonyms/{id}`, "synonyms:upsert"),
  deleteSynonym: remove(`${COLLECTION}/synonyms/{id}`, "synonyms:delete"),
  listOverrides: get(`${COLLECTION}/overrides`, "overrides:get"),
  upsertOverride: put(`${COLLECTION}/overrides/{id}`, "overrides:upsert"),
  deleteOverride: remove(`${COLLECTION}/overrides/{id}`, "overrides:delete"),

  getHealth: get("/health", null),
  getDebug: get("/debug", "debug:list"),
  getMetrics: get("/metrics.json", "metrics.json:list"),
  getStats: get("/stats.json", "stats.json:list"),
  updateConfig: once("POST", "/config", "config:create"),
  createSnapshot: operate("/operations/snapshot", ["snapshot_path"]),
  compactDatabase: operate("/operations/db/compact"),
  clearCache: operate("/operations/cache/clear"),

  listSynonymSets: get("/synonym_sets", "synonym_sets:list"),
  getSynonymSet: get("/synonym_sets/{name}", "synonym_sets:get"),
  upsertSynonymSet: put("/synonym_sets/{name}", "synonym_sets:upsert"),
  deleteSynonymSet: remove("/synonym_sets/{name}", "synonym_sets:delete"),

  listCurationSets: get("/curation_sets", "curation_sets:list"),
  getCurationSet: get("/curation_sets/{name}", "curation_sets:get"),
  upsertCurationSet: put("/curation_sets/{name}", "curation_sets:upsert"),
  deleteCurationSet: remove("/curation_sets/{name}", "curation_sets:delete"),

  listPresets: get("/presets", "presets:list"),
  getPreset: get("/presets/{name}", "presets:get"),
  upsertPreset: put("/presets/{name}", "presets:upsert"),
  deletePreset: remove("/presets/{name}", "presets:delete"),

  listStopwordsSets: get("/stopwords", "stopwords:list"),
  getStopwordsSet: get("/stopwords/{name}", "stopwords:get"),
  upsertStopwordsSet: put("/stopwords/{name}", "stopwords:upsert"),
  deleteStopwordsSet: remove("/stopwords/{name}", "stopwords:delete"),

  listAnalyticsRules: get("/analytics/rules", "analytics/rules:list"),
  getAnalyticsRule: get("/analytics/rules/{name}", "analytics/rules:get"),
  upsertAnalyticsRule: put("/analytics/rules/{name}", "analytics/rules:upsert"),
  deleteAnalyticsRule: remove("/analytics/rules/{name}", "analytics/rules:delete"),

  listStemmingDictionaries: get(STEMMING_DICTIONARIES, "stemming/dictionaries:list"),
  getStemmingDictionary: get(`${STEMMING_DICTIONARIES}/{name}`, "stemming/dictionaries:get"),
  importStemmingDictionary: once(
    "POST",
    `${STEMMING_DICTIONARIES}/import`,
    "stemming/dictionaries/import:create",
    {
      query: ["id"],
      lines: true,
    },
  ),
  deleteStemmingDictionary: remove(`${STEMMING_DICTIONARIES}/{name}`, "stemming/dictionaries:delete"),

  listConversationModels: get(CONVERSATION_MODELS, "conversations/models:list", SECRET),
  createConversationModel: once("POST", CONVERSATION_MODELS, "conversations/models:create", SECRET),
  getConversationModel: get(`${CONVERSATION_MODELS}/{name}`, "conversations/models:get", SECRET),
  upsertConversationModel: put(`${CONVERSATION_MODELS}/{name}`, "conversations/models:upsert", SECRET),
  deleteConversationModel: remove(`${CONVERSATION_MODELS}/{name}`, "conversations/models:delete", SECRET),

  listNlSearchModels: get(NL_SEARCH_MODELS, "nl_search_models:list", SECRET),
  createNlSearchModel: once("POST", NL_SEARCH_MODELS, "nl_search_models:create", SECRET),
  getNlSearchModel: get(`${NL_SEARCH_MODELS}/{name}`, "nl_search_models:get", SECRET),
  upsertNlSearchModel: put(`${NL_SEARCH_MODELS}/{name}`, "nl_search_models:upsert", SECRET),
  deleteNlSearchModel: remove(`${NL_SEARCH_MODELS}/{name}`, "nl_search_models:delete", SECRET),
};

export type NodeOperationId = keyof typeof ROWS;

/** The operations of a node. */
export const NODE_OPERATIONS = Object.fromEntries(
  Object.entries(ROWS).map(([id, row]) => [id, { id, ...row }]),
) as { readonly [Id in NodeOperationId]: (typeof ROWS)[Id] & NodeOperation & { readonly id: Id } };

/** The operations with a stream of lines as body. */
export type StreamedOperationId = "exportDocuments" | "importDocuments";

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The path parameters of an operation, by name. */
export type NodePathParameters<Id extends NodeOperationId> = {
  readonly [Name in ParameterNames<(typeof ROWS)[Id]["path"]>]: string;
};

/** True if an operation is about one collection, which must be among the collections of the key. */
export function isOfCollection(id: NodeOperationId): boolean {
  return id === "createCollection" || NODE_OPERATIONS[id].path.startsWith("/collections/");
}
