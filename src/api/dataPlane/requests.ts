/** A field of a collection as it is sent: missing attributes get the server's defaults (data-plane API, Collection). */
export interface FieldBody {
  readonly name: string;
  readonly type: string;
  readonly [attribute: string]: unknown;
}

/** Body of createCollection. */
export interface CreateCollectionBody {
  readonly name: string;
  readonly fields: readonly FieldBody[];
  readonly default_sorting_field?: string;
  readonly enable_nested_fields?: boolean;
  readonly token_separators?: readonly string[];
  readonly symbols_to_index?: readonly string[];
  readonly synonym_sets?: readonly string[];
  readonly curation_sets?: readonly string[];
  readonly metadata?: OpenBody;
  readonly voice_query_model?: { readonly model_name: string };
}

/** A field that an update removes. */
interface DroppedField {
  readonly name: string;
  readonly drop: true;
}

/**
 * Body of updateCollection: only what changes. An edit of a field is a drop and an addition in one request. Servers carry out
 * `metadata`, `synonym_sets` and `curation_sets`, in this order and before `fields`, and keep them if they reject what comes
 * after.
 */
export interface UpdateCollectionBody {
  /** Replaces the previous metadata. */
  readonly metadata?: OpenBody;
  readonly fields?: readonly (FieldBody | DroppedField)[];
  readonly synonym_sets?: readonly string[];
  readonly curation_sets?: readonly string[];
}

/** Body of createKey. */
export interface CreateKeyBody {
  readonly description?: string;
  readonly actions: readonly string[];
  readonly collections: readonly string[];
  /** Epoch seconds. */
  readonly expires_at?: number;
  /** True if the server deletes it once it has expired. @default false */
  readonly autodelete?: boolean;
}

/** A JSON object whose properties the server knows. */
export interface OpenBody {
  readonly [property: string]: unknown;
}

/** A word of a stemming dictionary, and the word that it is reduced to. */
export interface StemmedWord {
  readonly word: string;
  readonly root: string;
}

/** Body of the create of a model: a POST, while a PUT only changes the properties that it names (docs/design/data-plane.md#models). */
type NewModelBody = OpenBody & { readonly id: string };

/** The JSON body of each operation that takes one. */
export interface NodeRequestBodies {
  createCollection: CreateCollectionBody;
  updateCollection: UpdateCollectionBody;
  upsertAlias: { readonly collection_name: string };
  /** The value is the key itself. A server chooses one if it is missing, and rejects one that exists (409). */
  createKey: CreateKeyBody & { readonly value?: string };
  createDocument: OpenBody;
  /** Merged into each document that passes the filter: objects deeply, null removes, anything else replaces. */
  updateDocuments: OpenBody;
  upsertSynonym: OpenBody;
  upsertOverride: OpenBody;
  updateConfig: OpenBody;
  upsertSynonymSet: OpenBody;
  upsertCurationSet: OpenBody;
  upsertPreset: OpenBody;
  upsertStopwordsSet: OpenBody;
  upsertAnalyticsRule: OpenBody;
  /** The lines of the body. A word that the dictionary has keeps its root. */
  importStemmingDictionary: readonly StemmedWord[];
  createConversationModel: NewModelBody;
  upsertConversationModel: OpenBody;
  createNlSearchModel: NewModelBody;
  upsertNlSearchModel: OpenBody;
}

/** The action for a document whose id exists, or does not. */
export const IMPORT_ACTIONS = ["upsert", "create", "update", "emplace"] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

/** A list is sent joined by commas. */
type QueryValue = string | number | boolean | readonly string[] | undefined;

/** The query of each operation that takes one. */
export interface NodeRequestQueries {
  listCollections: { readonly exclude_fields?: string };
  createDocument: { readonly action?: ImportAction; readonly dirty_values?: string };
  getDocument: { readonly include_fields?: string; readonly exclude_fields?: string };
  updateDocuments: { readonly filter_by: string; readonly dirty_values?: string };
  deleteDocuments: { readonly filter_by: string };
  /** data-plane API, Search parameters. */
  searchDocuments: { readonly [parameter: string]: QueryValue };
  exportDocuments: {
    readonly filter_by?: string;
    readonly include_fields?: string;
    readonly exclude_fields?: string;
  };
  importStemmingDictionary: { readonly id: string };
  /** A folder on the disk of the node, relative to the working directory of the server. */
  createSnapshot: { readonly snapshot_path: string };
  importDocuments: {
    /** @default create */
    readonly action?: ImportAction;
    /** Documents that the server indexes at a time. @default 40 */
    readonly batch_size?: number;
    readonly return_id?: boolean;
    readonly dirty_values?: string;
  };
}

/** The largest page of a search by default (data-plane API, Limits). */
export const MOST_HITS = 250;

/** Returns how many documents a search requests; undefined if it does not say, or not as a whole number. */
export function pageOf({ per_page, limit }: { readonly [parameter: string]: unknown }): number | undefined {
  const given = String(per_page ?? limit);
  return /^\d+$/.test(given) ? Number(given) : undefined;
}
