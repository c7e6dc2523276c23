import type { Assumptions } from "../assumptions/index";
import { type StoredParameter, valuesOf } from "../parameters/record";
import { endOf, statusAt, type WorkflowState } from "../workflows/life";
import type { Settings, StoredChange } from "./record";

type Failing = Pick<Assumptions, "failed_change_leaves">;
type Settling = Pick<Assumptions, "failed_change_leaves" | "parameters_taken_over">;

/** What the end of a change gives to its cluster; nothing before it, and after a cancel. */
export function given(change: StoredChange, now: number, assumptions: Failing): Partial<Settings> {
  const status = statusAt(change, now);
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
  /** Its server parameters, in the order in which they were made. */
  parameters: readonly StoredParameter[];
  /** The server parameters that its nodes were started with, by name. */
  running: Readonly<Record<string, string>>;
}

/** Lets every change that has ended by `now` reach its cluster, each once. */
export function settle(cluster: Changing, now: number, assumptions: Settling): void {
  for (const change of cluster.changes) {
    const status = statusAt(change, now);
    if (change.settled || status === "pending") continue;
    change.carries ??= valuesOf(cluster.parameters);
    if (status === "in_progress") continue;
    const sets = given(change, now, assumptions);
    if (sets.region_node_counts !== undefined) {
      cluster.moved = { from: cluster.region_node_counts, at: endOf(change) };
    }
    Object.assign(cluster, sets);
    if (restarted(status, assumptions)) {
      cluster.running =
        assumptions.parameters_taken_over === "begin" ? change.carries : valuesOf(cluster.parameters);
    }
    change.settled = true;
  }
}

/** Whether the nodes have started anew: with every change that succeeds, also one that changes nothing. */
function restarted(status: WorkflowState, { failed_change_leaves }: Failing): boolean {
  return status === "succeeded" || (status === "failed" && failed_change_leaves === "everything");
}
