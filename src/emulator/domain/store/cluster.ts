import type { Assumptions } from "../assumptions";
import { lettersOf, uuidOf } from "../derived";
import { type ClusterData, emptyData } from "./data";

import type { Settings } from "./settings";
import type { StoredChange, StoredClone } from "./workflow";

/** A cluster as the emulator stores it: what was requested, and when; everything else follows from that and the time. */
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
  /** Where the nodes were before the last change of topology, and when it ended (epoch milliseconds). */
  moved: { readonly from: Readonly<Record<string, number>>; readonly at: number } | null;
  /** Its configuration changes, in the order of creation. */
  readonly changes: StoredChange[];
  /** Its cloning operations, in the order of creation. */
  readonly clones: StoredClone[];
  /** Whether the next change, or clone, that is created fails. */
  readonly failsNext: Set<"change" | "clone">;
  /** Its server parameters, in the order of creation. */
  parameters: StoredParameter[];
  /** The server parameters that its nodes were started with, by name. */
  running: Readonly<Record<string, string>>;
  /** How many pairs of data-plane keys the management API has issued. */
  keysIssued: number;
  /** What runs on it: collections, aliases, keys, documents. */
  readonly data: ClusterData;
  /** The server version that it was created with; of a clone, the one that its source was created with. */
  readonly firstVersion: string;
  /** What holds for this cluster instead of the assumption of the same name; null: nothing else. */
  newer_server_differs: Assumptions["newer_server_differs"] | null;
  /** Fields of the answer that the control path holds at a value, whatever the time says. */
  held: Readonly<Record<string, unknown>>;
}

/** The person at the console: the user of what is seeded, and of what somebody else does. */
export const CONSOLE = { user_name: "Console", user_type: "User" };

/** What every cluster starts with: no termination, no changes, clones or parameters, no data, and nothing held. */
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

/** The values by name; without a prototype, because any name is allowed. */
export function valuesOf(parameters: readonly StoredParameter[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const { name, value } of parameters) values[name] = value;
  return values;
}

/** A parameter that is created at `now` (epoch milliseconds). */
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
