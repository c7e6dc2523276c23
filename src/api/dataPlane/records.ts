import * as z from "../zod";
import type { NodeOperationId, StreamedOperationId } from "./operations";

/**
 * The records of the data plane, read leniently (docs/design/api-assumptions.md#rule): unknown properties are kept, and a
 * missing property reads as null, except for the few without which a record cannot be understood.
 */

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? null, schema.nullable());
const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? [], z.array(schema));

/** A list, which servers answer bare or in an envelope; it reads as the bare list. */
const listOf = <Schema extends z.ZodType>(key: string, schema: () => Schema) =>
  z.lazy(() => z.preprocess((value) => unwrapped(value, key), z.array(schema())));

function unwrapped(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : value;
}

/** A JSON object that is passed on unchanged. */
const openObjectSchema = z.looseObject({});
export type OpenNodeRecord = z.output<typeof openObjectSchema>;

/** A server's answer to a write, or a named record, with any properties: never a message alone, nor a failure. */
const doneSchema = z.lazy(() => z.looseObject({}).refine(isNoFailure, "it says that the request failed"));

function isNoFailure(value: Readonly<Record<string, unknown>>): boolean {
  const [name, ...others] = Object.keys(value);
  return value.success !== false && !(name === "message" && others.length === 0);
}

/** A field (data-plane API, Collection). Servers spell every default out; older ones leave out what they do not know. */
const fieldSchema = z.lazy(() =>
  z.looseObject({
    name: z.string().min(1),
    type: z.string(),
    facet: orNull(z.boolean()),
    optional: orNull(z.boolean()),
    index: orNull(z.boolean()),
    sort: orNull(z.boolean()),
    infix: orNull(z.boolean()),
    stem: orNull(z.boolean()),
    store: orNull(z.boolean()),
    range_index: orNull(z.boolean()),
    locale: orNull(z.string()),
    num_dim: orNull(z.number()),
    reference: orNull(z.string()),
  }),
);
export type FieldRecord = z.output<typeof fieldSchema>;

/**
 * A number of documents. An invalid one, such as -1 or 0.5, reads as null: it must not pass for "empty" where documents would
 * be dropped.
 */
const documentCount = z.preprocess(
  (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : null),
  z.number().nullable(),
);

/** data-plane API, Collection. */
const collectionSchema = z.lazy(() =>
  z.looseObject({
    name: z.string().min(1),
    // Null once the last field was dropped.
    fields: z.preprocess((value) => (value === null ? [] : value), z.array(fieldSchema)),
    default_sorting_field: orNull(z.string()),
    enable_nested_fields: orNull(z.boolean()),
    token_separators: orEmpty(z.string()),
    symbols_to_index: orEmpty(z.string()),
    synonym_sets: orEmpty(z.string()),
    curation_sets: orEmpty(z.string()),
    // Missing if it is empty.
    metadata: orNull(openObjectSchema),
    voice_query_model: orNull(z.looseObject({ model_name: z.string() })),
    num_documents: documentCount,
    /** Epoch seconds. */
    created_at: orNull(z.number()),
  }),
);
export type CollectionRecord = z.output<typeof collectionSchema>;

/** A list may leave the fields out (`exclude_fields`). */
const listedCollectionSchema = z.preprocess(
  (value) => (typeof value === "object" && value !== null ? { fields: [], ...value } : value),
  collectionSchema,
);

/** Answers to an update hold what was sent; the schema is read afterwards. */
const alterationSchema = z.lazy(() => doneSchema.pipe(z.looseObject({ fields: orEmpty(openObjectSchema) })));

const aliasSchema = z.lazy(() => z.looseObject({ name: z.string().min(1), collection_name: z.string() }));
export type AliasRecord = z.output<typeof aliasSchema>;

/** `value` is answered once, by the create; other answers hold its first characters. Ids are numbers. */
const nodeKeySchema = z.lazy(() =>
  z.looseObject({
    id: z.union([z.string().min(1), z.number().int().transform(String)]),
    description: orNull(z.string()),
    actions: orEmpty(z.string()),
    collections: orEmpty(z.string()),
    /** Epoch seconds; servers fill in a time in the far future if none was sent. */
    expires_at: orNull(z.number()),
    value_prefix: orNull(z.string()),
    autodelete: orNull(z.boolean()),
  }),
);
export type NodeKeyRecord = z.output<typeof nodeKeySchema>;
const newNodeKeySchema = z.lazy(() => nodeKeySchema.unwrap().extend({ value: z.string().min(1) }));
export type NewNodeKeyRecord = z.output<typeof newNodeKeySchema>;

/** A stored document, which may have any property, and always has an id. */
const documentSchema = z.lazy(() =>
  z.looseObject({}).refine((value) => "id" in value || isNoFailure(value), "it says that the request failed"),
);

/** The answer to a change of the documents that pass a filter. One that does not fit a document counts as not updated. */
const updatedSchema = z.lazy(() => z.looseObject({ num_updated: z.number().int() }));
const deletedSchema = z.lazy(() => z.looseObject({ num_deleted: z.number().int() }));

/** The answer to a search (data-plane API, Search response). Today's servers call `took_ms` `search_time_ms`. */
const searchSchema = z.lazy(() =>
  z.looseObject({
    found: z.number().int(),
    took_ms: orNull(z.number()),
    search_time_ms: orNull(z.number()),
    hits: orEmpty(openObjectSchema),
    facet_counts: orEmpty(openObjectSchema),
  }),
);
export type SearchRecord = z.output<typeof searchSchema>;

export const healthSchema = z.lazy(() =>
  z.looseObject({ ok: z.boolean(), resource_error: orNull(z.string()) }),
);

/** 1 leader, 4 follower; may be missing from a server that runs alone. */
const debugSchema = z.lazy(() =>
  z.looseObject({ state: orNull(z.number().int()), version: orNull(z.string()) }),
);
export type DebugRecord = z.output<typeof debugSchema>;

/** Servers put the answer to GET into an envelope. */
const stopwordsSchema = z.preprocess((value) => {
  const inner = unwrapped(value, "stopwords");
  return Array.isArray(inner) ? value : inner;
}, doneSchema);

const stemmedWordSchema = z.lazy(() => z.looseObject({ word: z.string(), root: z.string() }));

/** A stemming dictionary. Servers list its words in any order, which may differ after a restart. */
const dictionarySchema = z.lazy(() =>
  z.looseObject({
    id: z.string(),
    words: orEmpty(stemmedWordSchema).transform((words) =>
      [...words].sort(({ word: a }, { word: b }) => (a < b ? -1 : 1)),
    ),
  }),
);

const named = <const Key extends string>(key: Key) => listOf(key, () => openObjectSchema);

/** The schema of each operation's answer. */
export const NODE_ANSWERS = {
  listCollections: listOf("collections", () => listedCollectionSchema),
  createCollection: collectionSchema,
  getCollection: collectionSchema,
  updateCollection: alterationSchema,
  deleteCollection: doneSchema,
  listAliases: listOf("aliases", () => aliasSchema),
  getAlias: aliasSchema,
  upsertAlias: aliasSchema,
  deleteAlias: doneSchema,
  listKeys: listOf("keys", () => nodeKeySchema),
  createKey: newNodeKeySchema,
  getKey: nodeKeySchema,
  deleteKey: doneSchema,
  createDocument: documentSchema,
  getDocument: documentSchema,
  deleteDocument: openObjectSchema,
  updateDocuments: updatedSchema,
  deleteDocuments: deletedSchema,
  searchDocuments: searchSchema,
  listSynonyms: named("synonyms"),
  upsertSynonym: doneSchema,
  deleteSynonym: doneSchema,
  listOverrides: named("overrides"),
  upsertOverride: doneSchema,
  deleteOverride: doneSchema,
  getHealth: healthSchema,
  getDebug: debugSchema,
  getMetrics: doneSchema,
  getStats: doneSchema,
  updateConfig: doneSchema,
  createSnapshot: doneSchema,
  compactDatabase: doneSchema,
  clearCache: doneSchema,
  listSynonymSets: named("synonym_sets"),
  getSynonymSet: doneSchema,
  upsertSynonymSet: doneSchema,
  deleteSynonymSet: doneSchema,
  listCurationSets: named("curation_sets"),
  getCurationSet: doneSchema,
  upsertCurationSet: doneSchema,
  deleteCurationSet: doneSchema,
  listPresets: named("presets"),
  getPreset: doneSchema,
  upsertPreset: doneSchema,
  deletePreset: doneSchema,
  listStopwordsSets: named("stopwords"),
  getStopwordsSet: stopwordsSchema,
  upsertStopwordsSet: stopwordsSchema,
  deleteStopwordsSet: doneSchema,
  listAnalyticsRules: named("rules"),
  getAnalyticsRule: doneSchema,
  upsertAnalyticsRule: doneSchema,
  deleteAnalyticsRule: doneSchema,
  listStemmingDictionaries: listOf("dictionaries", () => z.string()),
  getStemmingDictionary: dictionarySchema,
  // A single line reads as one value.
  importStemmingDictionary: z.preprocess(
    (value) => (Array.isArray(value) ? value : [value]),
    z.lazy(() => z.array(stemmedWordSchema)),
  ),
  deleteStemmingDictionary: doneSchema,
  listConversationModels: named("models"),
  createConversationModel: doneSchema,
  getConversationModel: doneSchema,
  upsertConversationModel: doneSchema,
  deleteConversationModel: doneSchema,
  listNlSearchModels: named("models"),
  createNlSearchModel: doneSchema,
  getNlSearchModel: doneSchema,
  upsertNlSearchModel: doneSchema,
  deleteNlSearchModel: doneSchema,
} as const satisfies Record<Exclude<NodeOperationId, StreamedOperationId>, z.ZodType>;

/** The answer of an operation with one JSON value. */
export type NodeAnswer<Id extends Exclude<NodeOperationId, StreamedOperationId>> = z.output<
  (typeof NODE_ANSWERS)[Id]
>;
