import type { StoredCluster } from "./clusters/record";
import { lettersOf, uuidOf } from "./derived";

/** The clusters of the account. */
export interface Store {
  /** An unused id: the same ones, in the same order, in every run. Parameters have uuids. */
  nextId(kind: RecordKind): string;
  add(cluster: StoredCluster): void;
  get(id: string): StoredCluster | undefined;
  /** In the order of creation. */
  all(): readonly StoredCluster[];
  /** Drops a cluster at once, without a trace. */
  forget(id: string): void;
}

export type RecordKind = "cluster" | "change" | "clone" | "parameter";

export function createStore(): Store {
  const clusters = new Map<string, StoredCluster>();
  const counts: Record<RecordKind, number> = { cluster: 0, change: 0, clone: 0, parameter: 0 };
  const nextId = (kind: RecordKind): string => {
    counts[kind] += 1;
    const text = `${kind} ${counts[kind]}`;
    const id = kind === "parameter" ? uuidOf(text) : lettersOf(text);
    return clusters.has(id) ? nextId(kind) : id;
  };
  return {
    nextId,
    add: (cluster) => void clusters.set(cluster.id, cluster),
    get: (id) => clusters.get(id),
    all: () => [...clusters.values()],
    forget: (id) => void clusters.delete(id),
  };
}
