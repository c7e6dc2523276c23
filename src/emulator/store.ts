import { type StoredCluster, spread } from "./cluster";

/** The clusters of the account. */
export interface Store {
  /** An id that no cluster had before: the same ones, in the same order, in every run. */
  nextId(): string;
  /** The same for configuration changes. */
  nextChangeId(): string;
  add(cluster: StoredCluster): void;
  get(id: string): StoredCluster | undefined;
  /** In the order of creation. */
  all(): readonly StoredCluster[];
  /** Drops a cluster at once, without a trace. Answers whether there was one. */
  forget(id: string): boolean;
}

const ID_LENGTH = 16;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function createStore(): Store {
  const clusters = new Map<string, StoredCluster>();
  let count = 0;
  let changes = 0;
  return {
    nextId() {
      do count += 1;
      while (clusters.has(idOf("cluster", count)));
      return idOf("cluster", count);
    },
    nextChangeId() {
      changes += 1;
      return idOf("change", changes);
    },
    add: (cluster) => void clusters.set(cluster.id, cluster),
    get: (id) => clusters.get(id),
    all: () => [...clusters.values()],
    forget: (id) => clusters.delete(id),
  };
}

function idOf(kind: string, number: number): string {
  return Array.from({ length: ID_LENGTH }, (_, place) =>
    LETTERS.charAt(spread(`${kind} ${number} ${place}`, LETTERS.length)),
  ).join("");
}
