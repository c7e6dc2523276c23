import type { ClusterData } from "./data";
import type { Settings, ShownSettings } from "./settings";

/** How a configuration change or a cloning operation can end once it has begun. */
export type WorkflowOutcome = "succeeded" | "failed";

/** Where it stands (docs/design/api-assumptions.md#values: WorkflowStatus). */
export type WorkflowState = "pending" | "in_progress" | WorkflowOutcome | "canceled";

/** The moments (epoch milliseconds) from which the status of a change or clone follows. */
export interface WorkflowTimeline {
  readonly createdAt: number;
  /** When it is to begin. */
  readonly performAt: number;
  /** Milliseconds from its begin to its end. */
  readonly duration: number;
  /** When it began at another time than `performAt`, else null. */
  beganAt: number | null;
  /** When it ended at another time than after `duration`, else null. */
  endedAt: number | null;
  canceledAt: number | null;
  /** How it ends, or ended. */
  outcome: WorkflowOutcome;
}

/** A change or clone as the emulator stores it: what both have. */
export interface StoredWorkflow extends WorkflowTimeline {
  readonly id: string;
  readonly notification_email_addresses: readonly string[];
  /** Whether its end has reached the cluster that it concerns. */
  settled: boolean;
}

/** What a record has from the start: it has not begun, and is going to succeed. */
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

/** Where it stands at `now` (docs/design/api-assumptions.md#values, #changes). */
export function statusAt(workflow: WorkflowTimeline, now: number): WorkflowState {
  if (workflow.canceledAt !== null) return "canceled";
  if (now < beginOf(workflow)) return "pending";
  return now < endOf(workflow) ? "in_progress" : workflow.outcome;
}

/** When it begins, or began, unless it is cancelled. */
export function beginOf({ beganAt, performAt }: WorkflowTimeline): number {
  return beganAt ?? performAt;
}

/** When it ends, or ended, unless it is cancelled. */
export function endOf(workflow: WorkflowTimeline): number {
  return workflow.endedAt ?? beginOf(workflow) + workflow.duration;
}

/** The one that is pending or in progress. */
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

/** Cancels a pending one. @throws Error when it is not pending. */
export function cancel(workflow: WorkflowTimeline, now: number): void {
  const status = statusAt(workflow, now);
  if (status !== "pending") throw new Error(`It is ${status}; only a pending one can be cancelled.`);
  workflow.canceledAt = now;
}

/** Begins a pending one now, whatever its schedule says. @throws Error when it is not pending. */
export function begin(workflow: WorkflowTimeline, now: number): void {
  const status = statusAt(workflow, now);
  if (status !== "pending") throw new Error(`It is ${status}; only a pending one can begin.`);
  workflow.beganAt = now;
}

/** Ends an open one now. @throws Error when it is neither pending nor in progress. */
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
  /** What the request named, without `new_`. */
  readonly requested: Readonly<Partial<ShownSettings>>;
  /** The cluster when the change was created. */
  readonly old: Readonly<Settings>;
  /** What the cluster is given when it succeeds. */
  readonly sets: Readonly<Partial<Settings>>;
  /** The server parameters that the cluster had when the change began; null until then. */
  carries: Readonly<Record<string, string>> | null;
}

/** A cloning operation as the emulator stores it. */
export interface StoredClone extends StoredWorkflow {
  /** What the request named. */
  readonly requested: CloneRequest;
  readonly source_region: string;
  readonly target_region: string;
  readonly copy: Copy;
  readonly requested_by: Readonly<{ user_name: string; user_type: string }>;
  /** The secret of the management key that requested it, or null. */
  readonly key: string | null;
  /** What ran on the source when the clone began; null until then. */
  data: ClusterData | null;
  /** Id of the new cluster; null until there is one. */
  target: string | null;
}

export interface CloneRequest {
  readonly target_region?: string | undefined;
  readonly search_server_version?: string | undefined;
}

/** The new cluster: the source as it was when the clone was requested, with the requested region and version. */
export interface Copy extends Settings {
  readonly name: string | null;
  readonly auto_upgrade_capacity: boolean | null;
  /** The server version that the source was created with. */
  readonly firstVersion: string;
  /** Server parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
}
