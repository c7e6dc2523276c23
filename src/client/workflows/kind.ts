import type { ClusterRecord } from "../../api/records";
import type { Call, CallOptions } from "../request/call";

/** A background operation of the service for a cluster: a configuration change or a cloning operation. */
export interface WorkflowRecord {
  readonly id: string;
  readonly status: string;
  /** Epoch seconds; null if the service does not say. */
  readonly created_at: number | null;
}

/** The path parameters of one record. */
export type WorkflowPath = Readonly<Record<"cluster_id" | "id", string>>;

/** The effects of a running workflow that its cluster shows. */
export interface Shown<T> {
  /** True if the cluster will show any. */
  readonly altersCluster: (record: T) => boolean;
  readonly isShown: (record: T, cluster: ClusterRecord) => boolean;
  /** Returns the values that the cluster shows, as a string to compare; without a cluster, those before the workflow begins. */
  readonly shownOf: (record: T, cluster: ClusterRecord | null) => string;
}

/** A request for a workflow. */
interface Posted<T, Body> {
  readonly body: () => Body;
  readonly mismatch: (record: T) => string | undefined;
}

/** One kind of workflow, as data. Both kinds are pending, then in progress, then ended. */
export interface WorkflowKind<T extends WorkflowRecord, Body> {
  readonly noun: "configuration change" | "cloning operation";
  readonly cancelOperation: "cancelConfigurationChange" | "cancelCloningOperation";
  /** The effect of a second request beside the first. */
  readonly twice: "refused" | "doubled";
  /** Reads the records of a cluster, newest first, including every new one and every one that has not ended. */
  readonly list: (call: Call, clusterId: string, options: CallOptions) => Promise<readonly T[]>;
  readonly get: (call: Call, path: WorkflowPath, options: CallOptions) => Promise<T>;
  /**
   * Requests one. `body` is called when the request has passed the budget, and again for each repetition; `mismatch` returns
   * why a record is not what was requested.
   */
  readonly post: (
    call: Call,
    clusterId: string,
    request: Posted<T, Body>,
    options: CallOptions,
  ) => Promise<T>;
  readonly cancel: (call: Call, path: WorkflowPath, options: CallOptions) => Promise<T>;
  /** True if a record can be the result of a body. */
  readonly fits: (body: Body, record: T) => boolean;
  /** The effects that the cluster shows while one runs; absent if it shows none. */
  readonly shown?: Shown<T>;
  /** Epoch seconds at which a pending record may begin; null: at any time, or unknown. */
  readonly beginsAt: (record: T) => number | null;
}

/** Sorts the newest first; records without a date come before. */
export function newestFirst<T extends WorkflowRecord>(records: readonly T[]): readonly T[] {
  const when = (record: T) => record.created_at ?? Number.MAX_SAFE_INTEGER;
  return [...records].sort((a, b) => when(b) - when(a));
}
