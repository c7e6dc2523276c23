import type { Assumptions } from "./assumptions";
import type { ChangeOutcome, ChangeTimeline, Settings, StoredChange } from "./change";

/** The statuses of a change (open-points.md, section 2: WorkflowStatus). */
export type ChangeStatus = "pending" | "in_progress" | ChangeOutcome | "canceled";

/** Where a change stands at `now` (open-points.md, sections 2 and 4). */
export function changeStatusAt(change: ChangeTimeline, now: number): ChangeStatus {
  if (change.canceledAt !== null) return "canceled";
  if (now < beginOf(change)) return "pending";
  return now < endOf(change) ? "in_progress" : change.outcome;
}

/** When it begins, or began, unless it is cancelled. */
export function beginOf({ beganAt, performAt }: ChangeTimeline): number {
  return beganAt ?? performAt;
}

/** When it ends, or ended, unless it is cancelled. */
export function endOf(change: ChangeTimeline): number {
  return change.endedAt ?? beginOf(change) + change.duration;
}

/** Pending or in progress: there is at most one such change per cluster. */
export function isOpen(change: ChangeTimeline, now: number): boolean {
  const status = changeStatusAt(change, now);
  return status === "pending" || status === "in_progress";
}

/** Epoch milliseconds of the latest thing that happened to a change. */
export function updatedAt(change: ChangeTimeline, now: number): number {
  if (change.canceledAt !== null) return change.canceledAt;
  const passed = [beginOf(change), endOf(change)].filter((moment) => moment <= now);
  return Math.max(change.createdAt, ...passed);
}

/** What a pending change becomes when it is cancelled. @throws Error when it is not pending. */
export function cancel(change: ChangeTimeline, now: number): void {
  const status = changeStatusAt(change, now);
  if (status !== "pending") throw new Error(`The change is ${status}; only a pending one can be cancelled.`);
  change.canceledAt = now;
}

/** Makes a pending change begin now, whatever its schedule says. @throws Error when it is not pending. */
export function begin(change: ChangeTimeline, now: number): void {
  const status = changeStatusAt(change, now);
  if (status !== "pending") throw new Error(`The change is ${status}; only a pending one can begin.`);
  change.beganAt = now;
}

/** Makes an open change end now. @throws Error when it is neither pending nor in progress. */
export function finish(change: ChangeTimeline, outcome: ChangeOutcome, now: number): void {
  if (!isOpen(change, now)) {
    throw new Error(`The change is ${changeStatusAt(change, now)}; only an open one can be finished.`);
  }
  change.beganAt = Math.min(now, beginOf(change));
  change.endedAt = now;
  change.outcome = outcome;
}

type Failing = Pick<Assumptions, "failed_change_leaves">;

/** What the end of a change gives to its cluster; nothing before it, and after a cancel. */
export function given(change: StoredChange, now: number, assumptions: Failing): Partial<Settings> {
  const status = changeStatusAt(change, now);
  if (status === "succeeded") return change.sets;
  if (status !== "failed" || assumptions.failed_change_leaves === "nothing") return {};
  if (assumptions.failed_change_leaves === "everything") return change.sets;
  const { memory, vcpu } = change.sets;
  return { ...(memory === undefined ? {} : { memory }), ...(vcpu === undefined ? {} : { vcpu }) };
}

/** What of a cluster the end of a change concerns. */
export interface Changing extends Settings {
  readonly changes: readonly StoredChange[];
  /** Where the nodes were before the last change of topology, and when it ended (epoch milliseconds). */
  moved: { readonly from: Readonly<Record<string, number>>; readonly at: number } | null;
}

/** Lets every change that has ended by `now` reach its cluster, each once. */
export function settle(cluster: Changing, now: number, assumptions: Failing): void {
  for (const change of cluster.changes) {
    if (change.settled || isOpen(change, now)) continue;
    const sets = given(change, now, assumptions);
    if (sets.region_node_counts !== undefined) {
      cluster.moved = { from: cluster.region_node_counts, at: endOf(change) };
    }
    Object.assign(cluster, sets);
    change.settled = true;
  }
}
