import { type StoredCluster, spread } from "./clusters/record";

/** The clusters of the account. */
export interface Store {
  /** An id that no cluster had before: the same ones, in the same order, in every run. */
  nextId(): string;
  /** The same for configuration changes. */
  nextChangeId(): string;
  /** The same for cloning operations. */
  nextCloneId(): string;
  /** The same for server parameters: uuids. */
  nextParameterId(): string;
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
  let clones = 0;
  let parameters = 0;
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
    nextCloneId() {
      clones += 1;
      return idOf("clone", clones);
    },
    nextParameterId() {
      parameters += 1;
      return uuidOf(`parameter ${parameters}`);
    },
    add: (cluster) => void clusters.set(cluster.id, cluster),
    get: (id) => clusters.get(id),
    all: () => [...clusters.values()],
    forget: (id) => clusters.delete(id),
  };
}

function idOf(kind: string, number: number): string {
  return lettersOf(`${kind} ${number}`, LETTERS, ID_LENGTH);
}

/** So many letters that look random and are the same for the same text. */
export function lettersOf(text: string, letters: string, length: number): string {
  return Array.from({ length }, (_, place) =>
    letters.charAt(spread(`${text} ${place}`, letters.length)),
  ).join("");
}

/** A uuid of version 4, the same for the same text. */
function uuidOf(text: string): string {
  const hex = lettersOf(text, "0123456789abcdef", 32);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}
