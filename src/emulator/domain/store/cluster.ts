import type { Assumptions } from "../assumptions";
import type { StoredChange } from "./change";
import type { StoredClone } from "./clone";
import { type ClusterData, emptyData } from "./data";
import type { StoredParameter } from "./parameter";
import type { Settings } from "./settings";

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
