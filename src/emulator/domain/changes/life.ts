import { leaderAfterRestart } from "../../dataPlane/hosts";
import { choiceOf, takeOver } from "../../dataPlane/newerServer";
import type { Assumptions } from "../assumptions";
import type { StoredCluster } from "../clusters/record";
import type { Settings } from "../clusters/settings";
import { valuesOf } from "../parameters/record";
import { endOf, statusAt } from "../workflows/life";

type Settling = Pick<Assumptions, "failed_change_leaves" | "parameters_taken_over" | "newer_server_differs">;

/** Applies the end of every change that has ended by `now` to its cluster, each once. */
export function settleChanges(cluster: StoredCluster, now: number, assumptions: Settling): void {
  for (const change of cluster.changes) {
    const status = statusAt(change, now);
    if (change.settled || status === "pending") continue;
    change.carries ??= valuesOf(cluster.parameters);
    if (status === "in_progress") continue;
    const left = status === "failed" ? assumptions.failed_change_leaves : "nothing";
    const whole = status === "succeeded" || left === "everything";
    const leader = leaderAfterRestart(cluster);
    const sets = whole ? change.sets : left === "memory_and_vcpu" ? sizesOf(change.sets) : {};
    if (sets.region_node_counts !== undefined) {
      cluster.moved = { from: cluster.region_node_counts, at: endOf(change) };
    }
    const { search_server_version: before } = cluster;
    Object.assign(cluster, sets);
    takeOver(cluster.data, before, cluster.search_server_version, choiceOf(cluster, assumptions));
    if (whole) {
      // The nodes have started anew: with every change that succeeds, also one that changes nothing.
      cluster.running =
        assumptions.parameters_taken_over === "begin" ? change.carries : valuesOf(cluster.parameters);
    }
    if (status !== "canceled") cluster.data.leader = leader;
    change.settled = true;
  }
}

function sizesOf({ memory, vcpu }: Partial<Settings>): Partial<Settings> {
  return { ...(memory === undefined ? {} : { memory }), ...(vcpu === undefined ? {} : { vcpu }) };
}
