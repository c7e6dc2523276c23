import type { Assumptions } from "../assumptions";
import type { StoredCluster } from "../clusters/record";
import type { Settings } from "../clusters/settings";
import { valuesOf } from "../parameters/record";
import { endOf, statusAt, type WorkflowState } from "../workflows/life";
import type { StoredChange } from "./record";

type Settling = Pick<Assumptions, "failed_change_leaves" | "parameters_taken_over">;

/** Applies the end of every change that has ended by `now` to its cluster, each once. */
export function settleChanges(cluster: StoredCluster, now: number, assumptions: Settling): void {
  for (const change of cluster.changes) {
    const status = statusAt(change, now);
    if (change.settled || status === "pending") continue;
    change.carries ??= valuesOf(cluster.parameters);
    if (status === "in_progress") continue;
    const sets = settingsGiven(change, status, assumptions);
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

/** The settings that an ended change gives to its cluster; none after a cancel. */
function settingsGiven(
  { sets }: StoredChange,
  status: WorkflowState,
  { failed_change_leaves: leaves }: Settling,
): Partial<Settings> {
  if (status === "succeeded") return sets;
  if (status !== "failed" || leaves === "nothing") return {};
  if (leaves === "everything") return sets;
  const { memory, vcpu } = sets;
  return { ...(memory === undefined ? {} : { memory }), ...(vcpu === undefined ? {} : { vcpu }) };
}

/** Whether the nodes have started anew: with every change that succeeds, also one that changes nothing. */
function restarted(status: WorkflowState, { failed_change_leaves }: Settling): boolean {
  return status === "succeeded" || (status === "failed" && failed_change_leaves === "everything");
}
