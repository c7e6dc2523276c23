import { hasEnded } from "../../../api/enumerations";
import type { CallOptions, Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../../client";
import { describeChange, describeClone } from "../../model/describe";
import { timingOf } from "../schedule/moment";

export type WorkflowRecord = ConfigurationChangeRecord | CloningOperationRecord;

/** Options of a wait for the end of a change or clone; `performChangeAt` in epoch seconds. */
interface WaitOptions extends CallOptions {
  readonly describe: string;
  readonly deadline: number;
  readonly performChangeAt: number | null;
}
type Of<Options, Result> = (clusterId: string, id: string, options: Options) => Promise<Result>;

/** A change or a clone: pending, then in progress, then ended. */
export interface Workflow<R extends WorkflowRecord = WorkflowRecord> {
  readonly noun: "Configuration change" | "Cloning operation";
  /** Name of the Terraform type. */
  readonly type: "configuration_change" | "cloning_operation";
  /** Predicate in the message about one that is in flight already, before its id. */
  readonly exists: string;
  /** Harm that a second one would do. */
  readonly harm: string;
  describe(record: R): string;
  /** Returns the result of one that failed or was cancelled, as a sentence. */
  outcome(record: R): string;
  /** Returns the time of the first poll of a wait, in epoch seconds; null: at once. */
  dueAt(record: R): number | null;
  read(client: Client): Of<CallOptions, R | null>;
  cancel(client: Client): Of<CallOptions, { readonly kind: string; readonly record?: R }>;
  wait(client: Client): Of<WaitOptions, R>;
}

export const CHANGE: Workflow<ConfigurationChangeRecord> = {
  noun: "Configuration change",
  type: "configuration_change",
  exists: "already has this change:",
  harm: "another request would change the cluster twice",
  describe: describeChange,
  outcome: ({ status }) =>
    status === "failed"
      ? "The service leaves the cluster in a state between old and new."
      : "The cluster stays as it was.",
  // A change can begin before its moment.
  dueAt: ({ status, perform_change_at: at }) => (status === "pending" ? at : null),
  read: ({ readChange }) => readChange,
  cancel: ({ cancelChange }) => cancelChange,
  wait: ({ waitForChange }) => waitForChange,
};

export const CLONE: Workflow<CloningOperationRecord> = {
  noun: "Cloning operation",
  type: "cloning_operation",
  exists: "is already being cloned: cloning operation",
  harm: "another clone would be billed beside it",
  describe: describeClone,
  outcome: () => "It created no clone.",
  dueAt: () => null,
  read: ({ readCloningOperation }) => readCloningOperation,
  cancel: ({ cancelCloningOperation }) => cancelCloningOperation,
  wait: ({ waitForCloningOperation }) => waitForCloningOperation,
};

/** Returns the name for the beginning of a sentence: "Cloning operation cl-1 of cluster c-1". */
export function displayName(
  { noun }: Pick<Workflow, "noun">,
  { id, cluster_id }: { readonly id: string | null; readonly cluster_id: string },
): string {
  return `${noun} ${id} of cluster ${cluster_id}`;
}

export const REQUESTED_AGAIN = "The next apply requests it again.";
export const STAYS = "It stays in the state. To request another one, change a value of `triggers`.";

/** Returns summary and detail for one that failed or was cancelled. @param next the consequence, as a sentence */
export function failureMessage<R extends WorkflowRecord>(
  workflow: Workflow<R>,
  cluster_id: string,
  record: R,
  next: string,
): [summary: string, detail: string] {
  const how = record.status === "failed" ? "has failed" : "was cancelled outside of Terraform";
  return [
    `${displayName(workflow, { id: record.id, cluster_id })} ${how}`,
    `${workflow.describe(record)}. ${workflow.outcome(record)} ${next}`,
  ];
}

/** A configuration change or a clone of a cluster that is pending or in progress (docs/design/laws.md#l11). */
export interface InFlight<R extends WorkflowRecord = WorkflowRecord> {
  readonly workflow: Workflow<R>;
  readonly record: R;
}

export type Workflows = Awaited<ReturnType<typeof readInFlight>>;

/** True if a change or a clone is pending or in progress. An unknown status counts as in progress. */
export function isInFlight({ status }: { readonly status: string | null }): boolean {
  return status !== null && !hasEnded({ status });
}

/** Reads the changes and clones of a cluster: two requests, more if there are many. */
export async function readInFlight(client: Client, clusterId: string, signal: AbortSignal) {
  const changes = await client.changes(clusterId, { signal });
  const clones = await client.cloningOperations(clusterId, { signal });
  const [record, clone] = [changes.find(isInFlight), clones.find(isInFlight)];
  const change: InFlight | undefined = record && { workflow: CHANGE, record };
  const isNear = record !== undefined && (record.status !== "pending" || isAboutToBegin(record, client));
  return {
    changes,
    clones,
    /** The one that has begun, or is about to. */
    active: isNear ? change : clone && { workflow: CLONE, record: clone },
    /** A change that has not reached its moment. */
    scheduled: isNear ? undefined : change,
    /** Changes whenever a change or a clone is added or removed, or its status changes. */
    history: `${historyOf(changes)};${historyOf(clones)}`,
  };
}

/** Returns a string that changes whenever a record is added or removed, or its status changes. */
export function historyOf(records: readonly { readonly id: string; readonly status: string }[]): string {
  return records.map(({ id, status }) => `${id} ${status}`).join();
}

function isAboutToBegin({ perform_change_at: due }: ConfigurationChangeRecord, client: Client): boolean {
  const { now, lead } = timingOf(client);
  return due === null || due * 1000 <= now + client.pollInterval + lead;
}
