import { lettersOf, uuidOf } from "../derived";
import type { StoredCluster } from "./cluster";

export type RecordKind = "cluster" | "change" | "clone" | "parameter";

/** The clusters of the account. */
export type Store = ReturnType<typeof createStore>;

export function createStore() {
  const clusters = new Map<string, StoredCluster>();
  const counts: Record<RecordKind, number> = { cluster: 0, change: 0, clone: 0, parameter: 0 };
  /** An unused id: the same ones, in the same order, in every run. Parameters have uuids. */
  const nextId = (kind: RecordKind): string => {
    counts[kind] += 1;
    const text = `${kind} ${counts[kind]}`;
    const id = kind === "parameter" ? uuidOf(text) : lettersOf(text);
    return clusters.has(id) ? nextId(kind) : id;
  };
  return {
    nextId,
    add: (cluster: StoredCluster): void => void clusters.set(cluster.id, cluster),
    get: (id: string): StoredCluster | undefined => clusters.get(id),
    /** In the order of creation. */
    all: (): readonly StoredCluster[] => [...clusters.values()],
    /** Drops a cluster at once, without a trace. */
    forget: (id: string): void => void clusters.delete(id),
  };
}
