import type { ClusterRecord } from "../../api/records";
import type { Call, CallOptions } from "../request/call";

/** What the service does for a cluster in the background: a configuration change or a cloning operation. */
export interface WorkflowRecord {
  readonly id: string;
  readonly status: string;
  /** Epoch seconds; null when the service does not say. */
  readonly created_at: number | null;
}

/** The path parameters of one record. */
export type WorkflowPath = Readonly<Record<"cluster_id" | "id", string>>;

/** What a cluster shows of a workflow that runs. */
export interface Shown<T> {
  /** Whether the cluster will show anything at all. */
  readonly altersCluster: (record: T) => boolean;
  readonly isShown: (record: T, cluster: ClusterRecord) => boolean;
  /** What the cluster shows of it, as a text to compare; without a cluster, what one shows before it begins. */
  readonly shownOf: (record: T, cluster: ClusterRecord | null) => string;
}

/** What a workflow is requested with. */
export interface Posted<T, Body> {
  readonly body: () => Body;
  readonly mismatch: (record: T) => string | undefined;
}

/** One kind of workflow, as data. Both kinds are pending, then in progress, then ended. */
export interface WorkflowKind<T extends WorkflowRecord, Body> {
  readonly noun: "configuration change" | "cloning operation";
  readonly cancelOperation: "cancelConfigurationChange" | "cancelCloningOperation";
  /** What the service does with a second request beside the first. */
  readonly twice: "refused" | "doubled";
  /** The records of a cluster, newest first: every one that is new or has not ended among them. */
  readonly list: (call: Call, clusterId: string, options: CallOptions) => Promise<readonly T[]>;
  readonly get: (call: Call, path: WorkflowPath, options: CallOptions) => Promise<T>;
  /**
   * `body` is called when the request has passed the budget, and again for each repetition; `mismatch` says why a record is not what was
   * requested.
   */
  readonly post: (
    call: Call,
    clusterId: string,
    request: Posted<T, Body>,
    options: CallOptions,
  ) => Promise<T>;
  readonly cancel: (call: Call, path: WorkflowPath, options: CallOptions) => Promise<T>;
  /** Whether a record can be what a body requested. */
  readonly fits: (body: Body, record: T) => boolean;
  /** What the cluster shows of one that runs; absent where it shows nothing. */
  readonly shown?: Shown<T>;
  /** Epoch seconds at which a pending record may begin; null: at any moment, or not known. */
  readonly beginsAt: (record: T) => number | null;
}

/** Newest first; what has no date comes first. */
export function newestFirst<T extends WorkflowRecord>(records: readonly T[]): readonly T[] {
  const when = (record: T) => record.created_at ?? Number.MAX_SAFE_INTEGER;
  return [...records].sort((a, b) => when(b) - when(a));
}
