/** Limits of the service (management API, Limits; docs/design/api-assumptions.md#limits), and of one request to it. */

/** per_page of every list if the request has none. */
export const DEFAULT_PER_PAGE = 10;
/** listClusters and listInvoices; above it the service answers 400. */
export const MAX_PER_PAGE = 50;
/** listConfigurationChanges and listCloningOperations; above it the service answers 400. */
export const MAX_PER_PAGE_NESTED = 10;

/** high_availability_node_count in requests; older clusters may have other values. */
export const MIN_HA_NODES = 3;
export const MAX_HA_NODES = 7;
/** high_availability_node_count if high availability is requested without one. */
export const DEFAULT_HA_NODES = 3;
/** Nodes in one region of region_node_counts. */
export const MIN_NODES_PER_REGION = 1;
/** Regions of a network of the kind multi_nodes_per_region. */
export const MIN_NETWORK_REGIONS = 2;
export const MAX_NETWORK_REGIONS = 7;

export const MIN_METRICS_PER_REQUEST = 1;
export const MAX_METRICS_PER_REQUEST = 5;

/** Characters of the value of a key that nodes show, as `value_prefix`. */
export const KEY_PREFIX_LENGTH = 4;

/** Requests of one management key in one window; the next one is answered with 429. */
export const REQUESTS_PER_MINUTE = 30;
/** The largest limit of requests that the provider accepts. */
export const MOST_REQUESTS_PER_MINUTE = 100_000;
/** Milliseconds of that window, and the wait after a 429 that carries no Retry-After. */
export const RATE_WINDOW_MS = 60_000;

/** Milliseconds between two polls of something that takes minutes. */
export const SUGGESTED_POLL_INTERVAL_MS = 60_000;

/** Maximum age in milliseconds of the list that the checks before a POST share (docs/design/laws.md#l1). */
export const LISTING_MAX_AGE_MS = 60_000;
/** Maximum age in milliseconds of a read that serves a refresh (docs/design/laws.md#l7). */
export const SHARED_MAX_AGE_MS = 120_000;
/** An optional read is worth one repetition, not the two minutes of other reads (docs/design/laws.md#l5). */
export const OPTIONAL_READ_REPEATS = 1;
/** Timeout of a reading request in milliseconds (docs/design/laws.md#l8). */
export const READ_TIMEOUT_MS = 30_000;
/** Timeout of a writing request in milliseconds (docs/design/laws.md#l8). */
export const WRITE_TIMEOUT_MS = 60_000;

/**
 * Creates a counter of 404 in a row, for a wait: a new object may not be visible yet, so a single 404 proves nothing. A poll
 * that fails in another way neither counts nor resets the count. Any other answer resets it.
 */
export function missesInARow(): (isMissing: boolean) => number {
  let misses = 0;
  return (isMissing) => {
    misses = isMissing ? misses + 1 : 0;
    return misses;
  };
}

/** Misses in a row after which a new cluster counts as gone, or as invisible to this key. */
export const CLUSTER_MISSES = 5;
/** The same for a change or a cloning operation. */
export const WORKFLOW_MISSES = 10;

/** The deepest nesting of an answer. No record of the service comes near it, so code that reads records may recurse. */
export const DEEPEST_ANSWER = 64;

/** The deepest nesting of JSON in a configuration. An answer nests it a few levels deeper, and must stay readable. */
export const DEEPEST_CONFIGURED = 56;

/** True if JSON has objects or lists more than `levels` deep in each other. */
export function isDeeperThan(json: unknown, levels: number): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((value) => Object.values(value ?? {})).filter((item) => typeof item === "object");
  }
  return false;
}
