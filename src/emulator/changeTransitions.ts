import type { Assumptions } from "./assumptions";
import type { Settings, StoredChange } from "./change";
import { endOf, isOpen, statusAt } from "./workflow";

type Failing = Pick<Assumptions, "failed_change_leaves">;

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
