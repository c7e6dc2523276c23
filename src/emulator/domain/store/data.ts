import { type Analytics, copyOfAnalytics, noAnalytics } from "./analytics";
import {
  type CurationItem,
  copyOfModels,
  copyOfRecords,
  type JsonRecord,
  type Models,
  type NamedRecords,
  noModels,
  noRecords,
  type StemmingDictionary,
  type SynonymItem,
} from "./named";

/**
 * What runs on a cluster, as the emulator stores it: one copy for all nodes that are up to date. The parts that a request
 * changes are replaced or added to, never mutated from within, so that a clone can share what it starts with.
 */
export interface ClusterData {
  /** By name, in the order of creation. */
  readonly collections: Map<string, StoredCollection>;
  /** Name of the alias → name of the collection, which need not be there. */
  readonly aliases: Map<string, string>;
  /** In the order of creation. */
  keys: readonly NodeKey[];
  nextKeyId: number;
  /** By name, in the order of creation. */
  readonly named: NamedRecords;
  readonly analytics: Analytics;
  /** By name. */
  readonly stemming: Map<string, StemmingDictionary>;
  readonly models: Models;
  /** Rules that limit requests, by id, and what they have counted. */
  readonly limits: Limits;
  /** How many writes it has taken up. */
  writes: number;
  /** The size of the search cache, as `POST /config` sets it; null: the server's own. */
  cacheEntries: number | null;
  /** Which node leads, counted from 0. */
  leader: number;
  /** Nodes that somebody has taken down, by hostname. */
  readonly down: Set<string>;
  /** Nodes that lack a resource (`OUT_OF_DISK`, `OUT_OF_MEMORY`), by hostname. */
  readonly resourceErrors: Map<string, string>;
  /** Nodes that lag behind the others, by hostname. */
  readonly lags: Map<string, Lag>;
  /** Restarts and snapshots of the nodes, by hostname, in their order. */
  readonly lives: Map<string, readonly NodeEvent[]>;
  /** Nodes that skip writes (`POST /config`), by hostname. */
  readonly skipping: Set<string>;
  /** Whether enough nodes are in touch to accept a write. */
  quorum: boolean;
  /** By how many seconds a node's `created_at` of every collection is later than that of the others, by hostname. */
  readonly skews: Map<string, number>;
}

/** What limits requests to a cluster. */
export interface Limits {
  readonly rules: Map<number, LimitRule>;
  nextId: number;
  /** When requests came that are counted together, in epoch seconds. */
  readonly counts: Map<string, readonly number[]>;
  /** Those that were refused since the last one that was not. */
  readonly exceeded: Map<string, { readonly id: number; readonly request_count: number }>;
  nextExceeded: number;
}

/** A rule as its GET answers it, and what it does not show. */
export interface LimitRule {
  readonly shown: JsonRecord;
  readonly action: "allow" | "block" | "throttle";
  readonly priority: number;
  /** Keys, and addresses; `.*` stands for all, and so does an empty list. */
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
  readonly perMinute: number | null;
  readonly perHour: number | null;
  readonly perAddress: boolean;
}

/** What happened to a node, and when (epoch milliseconds). */
export interface NodeEvent {
  readonly kind: "restart" | "snapshot";
  readonly at: number;
}

/** A node that has not applied what the others have since a moment. */
export interface Lag {
  /** What the node still shows, and whose keys it still knows. */
  readonly data: ClusterData;
  /** Epoch milliseconds. */
  readonly until: number;
  requestsLeft: number;
  readonly healthy: boolean;
}

/** A stored document; its `id` is always there. Replaced, never mutated. */
export type StoredDocument = Readonly<Record<string, unknown>>;

export interface StoredCollection {
  readonly name: string;
  /** Every one with all its properties; those that the server found by itself are among them. */
  fields: readonly StoredField[];
  default_sorting_field: string;
  readonly enable_nested_fields: boolean;
  readonly token_separators: readonly string[];
  readonly symbols_to_index: readonly string[];
  metadata: Readonly<Record<string, unknown>>;
  synonym_sets: readonly string[];
  curation_sets: readonly string[];
  /** The model that voice queries are understood with. */
  readonly voice_query_model: string | null;
  /** What it has of its own up to version 29, by id, in the order of their PUTs. */
  readonly synonyms: Map<string, SynonymItem>;
  readonly overrides: Map<string, CurationItem>;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds until which an alteration runs and no other one is accepted. */
  alteringUntil: number;
  /** Ends with the alteration that is being carried out; null: none is. */
  alteration: Promise<void> | null;
  /** What is on disk, where the last alteration could not write down what is in memory; null: they are the same. */
  persisted: Persisted | null;
  /** By id, in the order of creation. */
  readonly documents: Map<string, StoredDocument>;
  /** The id of the next document that comes without one. */
  nextDocumentId: number;
}

/** What is on disk of a collection, and since when it differs from what is in memory (epoch milliseconds). */
export interface Persisted extends Pick<StoredCollection, "fields" | "default_sorting_field"> {
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

/** A key that opens the nodes. */
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
  /** Whether the nodes list it and revoke it. */
  readonly listed: boolean;
}

/** Parameters of a search, by name, that a scoped search key embeds. */
export type Embedded = Readonly<Record<string, unknown>>;

/** The moment at which a key expires that was created without one: in the year 4020. */
export const NEVER_EXPIRES = 64_723_363_199;

/** What a new cluster holds: nothing. */
export function emptyData(): ClusterData {
  return {
    collections: new Map(),
    aliases: new Map(),
    keys: [],
    nextKeyId: 0,
    named: noRecords(),
    analytics: noAnalytics(),
    stemming: new Map(),
    models: noModels(),
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

/** A copy that goes its own way. What belongs to the nodes themselves (who leads, what is down or lags) stays behind. */
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
    stemming: new Map(data.stemming),
    models: copyOfModels(data.models),
    limits: { ...emptyData().limits, rules: new Map(data.limits.rules), nextId: data.limits.nextId },
    writes: data.writes,
    cacheEntries: data.cacheEntries,
  };
}

/** A copy of a collection, which no alteration of the other changes. */
export function copyOfCollection(one: StoredCollection): StoredCollection {
  return {
    ...one,
    alteration: null,
    documents: new Map(one.documents),
    synonyms: new Map(one.synonyms),
    overrides: new Map(one.overrides),
  };
}
