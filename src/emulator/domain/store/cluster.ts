import type { Assumptions } from "../assumptions";
import { lettersOf, uuidOf } from "../derived";
import { type ClusterData, emptyData } from "./data";

import type { Settings } from "./settings";
import type { StoredChange, StoredClone } from "./workflow";

/** A cluster as the emulator stores it: the requested settings and the times. Everything else follows from these and the clock. */
export interface StoredCluster extends Settings {
  readonly id: string;
  name: string | null;
  auto_upgrade_capacity: boolean | null;
  provisioned_by: Readonly<{ user_name: string; user_type: string }>;
  /** Epoch milliseconds. */
  provisionedAt: number;
  /** Epoch milliseconds at which it is in service. */
  inServiceAt: number;
  /** Epoch milliseconds at which terminate was accepted, or null. */
  terminatedAt: number | null;
  /** The topology before its last change, and the end of that change (epoch milliseconds). */
  moved: { readonly from: Readonly<Record<string, number>>; readonly at: number } | null;
  /** Its configuration changes, in the order of creation. */
  readonly changes: StoredChange[];
  /** Its cloning operations, in the order of creation. */
  readonly clones: StoredClone[];
  /** The kinds of workflow whose next instance fails. */
  readonly failsNext: Set<"change" | "clone">;
  /** Its server parameters, in the order of creation. */
  parameters: StoredParameter[];
  /** The server parameters that its nodes run with, by name. */
  running: Readonly<Record<string, string>>;
  /** Number of pairs of data-plane keys that the management API has issued. */
  keysIssued: number;
  /** The data on its nodes: collections, aliases, keys, documents. */
  readonly data: ClusterData;
  /** The server version at creation; for a clone, that of its source. */
  readonly firstVersion: string;
  /** Overrides the assumption of the same name for this cluster; null: no override. */
  newer_server_differs: Assumptions["newer_server_differs"] | null;
  /** Fields of the response that the control path holds at a value, at any time. */
  held: Readonly<Record<string, unknown>>;
}

/** The user at the console: of seeded records, and of changes outside the API. */
export const CONSOLE = { user_name: "Console", user_type: "User" };

/** Returns the initial state of every cluster: no termination, no changes, clones or parameters, no data, nothing held. */
export function freshRecord() {
  return {
    terminatedAt: null,
    moved: null,
    changes: [],
    clones: [],
    failsNext: new Set<"change" | "clone">(),
    parameters: [],
    running: {},
    keysIssued: 0,
    data: emptyData(),
    newer_server_differs: null,
    held: {},
  } satisfies Partial<StoredCluster>;
}

/** A server configuration parameter as the emulator stores it. */
export interface StoredParameter {
  /** A uuid. */
  readonly id: string;
  readonly name: string;
  value: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  updatedAt: number;
}

/** Returns the values by name, in an object without a prototype, because any name is allowed. */
export function valuesOf(parameters: readonly StoredParameter[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of parameters) values[name] = value;
  return values;
}

/** Returns a parameter that is created at `now` (epoch milliseconds). */
export function newParameter(
  store: { nextId(kind: "parameter"): string },
  name: string,
  value: string,
  now: number,
): StoredParameter {
  return { id: store.nextId("parameter"), name, value, createdAt: now, updatedAt: now };
}

type RecordKind = "cluster" | "change" | "clone" | "parameter";

/** The clusters of the account. */
export type Store = ReturnType<typeof createStore>;

export function createStore() {
  const clusters = new Map<string, StoredCluster>();
  const counts: Record<RecordKind, number> = { cluster: 0, change: 0, clone: 0, parameter: 0 };
  /** Returns an unused id. Every run has the same ids in the same order. Parameters have UUIDs. */
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
    /** Removes a cluster at once. */
    forget: (id: string): void => void clusters.delete(id),
  };
}
