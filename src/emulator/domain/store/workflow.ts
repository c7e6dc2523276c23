import type { ClusterData } from "./data";
import type { Settings, ShownSettings } from "./settings";

/** The outcomes of a configuration change or cloning operation that has begun. */
export type WorkflowOutcome = "succeeded" | "failed";

/** The status of a change or clone (docs/design/api-assumptions.md#values: WorkflowStatus). */
export type WorkflowState = "pending" | "in_progress" | WorkflowOutcome | "canceled";

/** The times (epoch milliseconds) that decide the status of a change or clone. */
export interface WorkflowTimeline {
  readonly createdAt: number;
  /** The scheduled begin. */
  readonly performAt: number;
  /** Milliseconds from its begin to its end. */
  readonly duration: number;
  /** The begin, if it differs from `performAt`, else null. */
  beganAt: number | null;
  /** The end, if it differs from begin plus `duration`, else null. */
  endedAt: number | null;
  canceledAt: number | null;
  /** The result at its end. */
  outcome: WorkflowOutcome;
}

/** The common part of a change or clone as the emulator stores it. */
export interface StoredWorkflow extends WorkflowTimeline {
  readonly id: string;
  readonly notification_email_addresses: readonly string[];
  /** True after its end has been applied to the cluster. */
  settled: boolean;
}

/** Returns the initial state of a record: not begun, and going to succeed. */
export function freshWorkflow() {
  return {
    beganAt: null,
    endedAt: null,
    canceledAt: null,
    outcome: "succeeded" as WorkflowOutcome,
    notification_email_addresses: [] as readonly string[],
    settled: false,
  } satisfies Partial<StoredWorkflow>;
}

/** Returns the status at `now` (docs/design/api-assumptions.md#values, #changes). */
export function statusAt(workflow: WorkflowTimeline, now: number): WorkflowState {
  if (workflow.canceledAt !== null) return "canceled";
  if (now < beginOf(workflow)) return "pending";
  return now < endOf(workflow) ? "in_progress" : workflow.outcome;
}

/** Returns the time of the begin, past or future. Only valid if it is not canceled. */
export function beginOf({ beganAt, performAt }: WorkflowTimeline): number {
  return beganAt ?? performAt;
}

/** Returns the time of the end, past or future. Only valid if it is not canceled. */
export function endOf(workflow: WorkflowTimeline): number {
  return workflow.endedAt ?? beginOf(workflow) + workflow.duration;
}

/** Returns the one that is pending or in progress. */
export function openOf<Workflow extends WorkflowTimeline>(
  workflows: readonly Workflow[],
  now: number,
): Workflow | undefined {
  return workflows.find((workflow) => isOpen(workflow, now));
}

function isOpen(workflow: WorkflowTimeline, now: number): boolean {
  const status = statusAt(workflow, now);
  return status === "pending" || status === "in_progress";
}

/** Cancels a pending one. @throws Error if it is not pending */
export function cancel(workflow: WorkflowTimeline, now: number): void {
  const status = statusAt(workflow, now);
  if (status !== "pending") throw new Error(`It is ${status}; only a pending one can be cancelled.`);
  workflow.canceledAt = now;
}

/** Begins a pending one now, regardless of its schedule. @throws Error if it is not pending */
export function begin(workflow: WorkflowTimeline, now: number): void {
  const status = statusAt(workflow, now);
  if (status !== "pending") throw new Error(`It is ${status}; only a pending one can begin.`);
  workflow.beganAt = now;
}

/** Ends an open one now. @throws Error if it is neither pending nor in progress */
export function finish(workflow: WorkflowTimeline, outcome: WorkflowOutcome, now: number): void {
  if (!isOpen(workflow, now)) {
    throw new Error(`It is ${statusAt(workflow, now)}; only an open one can be finished.`);
  }
  workflow.beganAt = Math.min(now, beginOf(workflow));
  workflow.endedAt = now;
  workflow.outcome = outcome;
}

/** A configuration change as the emulator stores it. */
export interface StoredChange extends StoredWorkflow {
  /** The requested settings, without `new_`. */
  readonly requested: Readonly<Partial<ShownSettings>>;
  /** The settings of the cluster at the creation of the change. */
  readonly old: Readonly<Settings>;
  /** The settings that the cluster gets on success. */
  readonly sets: Readonly<Partial<Settings>>;
  /** The server parameters of the cluster at the begin of the change; null until then. */
  carries: Readonly<Record<string, string>> | null;
}

/** A cloning operation as the emulator stores it. */
export interface StoredClone extends StoredWorkflow {
  /** The requested values. */
  readonly requested: CloneRequest;
  readonly source_region: string;
  readonly target_region: string;
  readonly copy: Copy;
  readonly requested_by: Readonly<{ user_name: string; user_type: string }>;
  /** The secret of the management key that requested it, or null. */
  readonly key: string | null;
  /** The data of the source at the begin of the clone; null until then. */
  data: ClusterData | null;
  /** Id of the new cluster; null until it exists. */
  target: string | null;
}

export interface CloneRequest {
  readonly target_region?: string | undefined;
  readonly search_server_version?: string | undefined;
}

/** The new cluster: the source at the time of the request, with the requested region and version. */
export interface Copy extends Settings {
  readonly name: string | null;
  readonly auto_upgrade_capacity: boolean | null;
  /** The server version of the source at its creation. */
  readonly firstVersion: string;
  /** Server parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
}
