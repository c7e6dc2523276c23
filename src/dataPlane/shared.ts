import type { AliasRecord, CollectionRecord, NodeKeyRecord } from "../api/dataPlane/records";
import { SHARED_MAX_AGE_MS } from "../api/limits";
import type { Clock } from "../http/clock";
import { isApiError } from "../http/error";
import { createSharedRead, type SharedRead } from "../http/sharedRead";

/** State that all users of the same nodes share, whatever their retry time. */
export interface SharedByNodes {
  readonly aliases: SharedRead<readonly AliasRecord[]>;
  readonly collections: SharedRead<readonly CollectionRecord[]>;
  readonly keys: SharedRead<readonly NodeKeyRecord[]>;
  /** For a plan before a create: it may be older, because the create reads again. Writes do not make it read again. */
  readonly plannedCollections: SharedRead<readonly CollectionRecord[]>;
  readonly plannedKeys: SharedRead<readonly NodeKeyRecord[]>;
  /** Number of requests for a collection of these nodes. */
  collectionRequests: number;
  /** Ids of the keys that this process has created at these nodes. */
  readonly createdKeys: Set<string>;
}

export function createSharedByNodes(clock: Clock): SharedByNodes {
  const list = <T>(noun: string) =>
    createSharedRead<readonly T[]>(`reading the list of ${noun}`, {
      maxAgeMs: SHARED_MAX_AGE_MS,
      now: () => clock.now(),
    });
  return {
    aliases: list("aliases"),
    collections: list("collections"),
    keys: list("keys"),
    plannedCollections: list("collections"),
    plannedKeys: list("keys"),
    collectionRequests: 0,
    createdKeys: new Set(),
  };
}

/** Returns an empty list if the key may not list: it may read one by one. */
export async function listedOrNone<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list;
  } catch (error) {
    if (isApiError(error, "auth")) return [];
    throw error;
  }
}
