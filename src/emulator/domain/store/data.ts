import { type Analytics, copyOfAnalytics, noAnalytics } from "./analytics";
import {
  type CurationItem,
  copyOfRecords,
  type JsonRecord,
  type ModelRecord,
  type NamedRecords,
  noRecords,
  type SynonymItem,
} from "./named";

/**
 * The data of a cluster, as the emulator stores it: one copy for all nodes that are up to date. Requests replace
 * parts or add to them, but never mutate them, so a clone can share them.
 */
export interface ClusterData {
  /** By name, in the order of creation. */
  readonly collections: Map<string, StoredCollection>;
  /** Name of the alias → name of the collection, which may not exist. */
  readonly aliases: Map<string, string>;
  /** In the order of creation. */
  keys: readonly NodeKey[];
  nextKeyId: number;
  /** By name, in the order of creation. */
  readonly named: NamedRecords;
  readonly analytics: Analytics;
  /** Models for personalization, by id. */
  readonly personalization: Map<string, ModelRecord>;
  /** Rules that limit requests, by id, and their counters. */
  readonly limits: Limits;
  /** Number of accepted writes. */
  writes: number;
  /** The size of the search cache, set by `POST /config`; null: the server's default. */
  cacheEntries: number | null;
  /** Index of the leader. */
  leader: number;
  /** Nodes that the control path has taken down, by hostname. */
  readonly down: Set<string>;
  /** Nodes that lack a resource (`OUT_OF_DISK`, `OUT_OF_MEMORY`), by hostname. */
  readonly resourceErrors: Map<string, string>;
  /** Nodes that lag behind, by hostname. */
  readonly lags: Map<string, Lag>;
  /** Restarts and snapshots of the nodes in order, by hostname. */
  readonly lives: Map<string, readonly NodeEvent[]>;
  /** Nodes that skip writes (`POST /config`), by hostname. */
  readonly skipping: Set<string>;
  /** False: too few nodes are connected to accept a write. */
  quorum: boolean;
  /** Seconds by which a node's `created_at` of every collection is later than on the other nodes, by hostname. */
  readonly skews: Map<string, number>;
}

/** The rules that limit requests to a cluster. */
export interface Limits {
  readonly rules: Map<number, LimitRule>;
  nextId: number;
  /** Times (epoch seconds) of requests that are counted together. */
  readonly counts: Map<string, readonly number[]>;
  /** Rejected requests since the last accepted one. */
  readonly exceeded: Map<string, { readonly id: number; readonly request_count: number }>;
  nextExceeded: number;
}

/** A rule as its GET answers it, and its hidden parts. */
export interface LimitRule {
  readonly shown: JsonRecord;
  readonly action: "allow" | "block" | "throttle";
  readonly priority: number;
  /** Keys and addresses; `.*` or an empty list means all. */
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
  readonly perMinute: number | null;
  readonly perHour: number | null;
  readonly perAddress: boolean;
}

/** An event of a node, and its time (epoch milliseconds). */
export interface NodeEvent {
  readonly kind: "restart" | "snapshot";
  readonly at: number;
}

/** A lag: the node has not applied writes since a point in time. */
export interface Lag {
  /** The data and keys that the node still has. */
  readonly data: ClusterData;
  /** Epoch milliseconds. */
  readonly until: number;
  requestsLeft: number;
  readonly healthy: boolean;
}

/** A stored document; `id` is always present. Replaced, never mutated. */
export type StoredDocument = Readonly<Record<string, unknown>>;

export interface StoredCollection {
  readonly name: string;
  /** All fields with all properties, including fields that the server found in documents. */
  fields: readonly StoredField[];
  default_sorting_field: string;
  readonly enable_nested_fields: boolean;
  readonly token_separators: readonly string[];
  readonly symbols_to_index: readonly string[];
  metadata: Readonly<Record<string, unknown>>;
  synonym_sets: readonly string[];
  curation_sets: readonly string[];
  /** The model for voice queries. */
  readonly voice_query_model: string | null;
  /** Its own synonyms up to version 29, by id, in the order of their PUTs. */
  readonly synonyms: Map<string, SynonymItem>;
  readonly overrides: Map<string, CurationItem>;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds until which an alteration runs and no other is accepted. */
  alteringUntil: number;
  /** Resolves at the end of the alteration in progress; null: none is in progress. */
  alteration: Promise<void> | null;
  /** The schema on disk, if the last alteration could not write its result; null: disk and memory are the same. */
  persisted: Persisted | null;
  /** By id, in the order of creation. */
  readonly documents: Map<string, StoredDocument>;
  /** The id of the next document without one. */
  nextDocumentId: number;
}

/** The schema of a collection on disk, and since when it differs from memory (epoch milliseconds). */
interface Persisted extends Pick<StoredCollection, "fields" | "default_sorting_field"> {
  readonly since: number;
}

/** A field with its name, its type, and every property with its value or default. */
export interface StoredField {
  readonly name: string;
  readonly type: string;
  readonly facet: boolean;
  readonly index: boolean;
  readonly optional: boolean;
  readonly sort: boolean;
  readonly [property: string]: unknown;
}

/** An API key of the nodes. */
export interface NodeKey {
  readonly id: number;
  readonly value: string;
  readonly description: string;
  /** `resource:operation`, `resource:*` or `*`. */
  readonly actions: readonly string[];
  /** Names, regular expressions, or `*`. */
  readonly collections: readonly string[];
  /** Epoch seconds. */
  readonly expires_at: number;
  readonly autodelete: boolean;
  /** True if the nodes list it and can revoke it. */
  readonly listed: boolean;
}

/** Search parameters that a scoped search key embeds, by name. */
export type Embedded = Readonly<Record<string, unknown>>;

/** The expiry of a key that was created without one: in the year 4020. */
export const NEVER_EXPIRES = 64_723_363_199;

/** Returns the data of a new cluster: none. */
export function emptyData(): ClusterData {
  return {
    collections: new Map(),
    aliases: new Map(),
    keys: [],
    nextKeyId: 0,
    named: noRecords(),
    analytics: noAnalytics(),
    personalization: new Map(),
    limits: { rules: new Map(), nextId: 0, counts: new Map(), exceeded: new Map(), nextExceeded: 0 },
    writes: 0,
    cacheEntries: null,
    leader: 0,
    down: new Set(),
    resourceErrors: new Map(),
    lags: new Map(),
    lives: new Map(),
    skipping: new Set(),
    quorum: true,
    skews: new Map(),
  };
}

/** Returns an independent copy. The state of the nodes (leader, down, lags) is not copied. */
export function copyOfData(data: ClusterData): ClusterData {
  const collections = [...data.collections].map(([name, one]) => [name, copyOfCollection(one)] as const);
  return {
    ...emptyData(),
    collections: new Map(collections),
    aliases: new Map(data.aliases),
    keys: data.keys,
    nextKeyId: data.nextKeyId,
    named: copyOfRecords(data.named),
    analytics: copyOfAnalytics(data.analytics),
    personalization: new Map(data.personalization),
    limits: { ...emptyData().limits, rules: new Map(data.limits.rules), nextId: data.limits.nextId },
    writes: data.writes,
    cacheEntries: data.cacheEntries,
  };
}

/** Returns a copy of a collection that is independent of alterations of the original. */
export function copyOfCollection(one: StoredCollection): StoredCollection {
  return {
    ...one,
    alteration: null,
    documents: new Map(one.documents),
    synonyms: new Map(one.synonyms),
    overrides: new Map(one.overrides),
  };
}
