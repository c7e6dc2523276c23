import type { Control } from "./control";
import type { FaultEffect, FaultMatch, FaultSide } from "./faults";

/**
 * What somebody else does in a race. `begin`, `cancel`, `finish` (it succeeds) and `fail` are done to the change
 * that is pending or in progress.
 */
export type OutsideAction =
  | "begin"
  | "cancel"
  | "finish"
  | "fail"
  | "terminate"
  | { change: Record<string, unknown> }
  | { auto_upgrade: { memory: string; vcpu: string } };

/** Lets somebody else act right before or right after a request is carried out. */
export interface RaceRequest {
  /** As for faults: the first request that it meets unless it says otherwise. */
  match?: FaultMatch;
  when: FaultSide;
  do: OutsideAction;
  /** @default the cluster that the request addresses */
  cluster?: string;
}

/** The fault that makes a race. */
export function raceEffect({ when, do: action, cluster }: RaceRequest): FaultEffect {
  return { kind: "race", when, do: action, ...(cluster === undefined ? {} : { cluster }) };
}

/**
 * Does what a race says, at once.
 * @throws Error when there is no such cluster, or it cannot be done: a race that does not happen is a mistake.
 */
export function act(control: Control, clusterId: string | undefined, action: OutsideAction): void {
  if (clusterId === undefined) throw new Error("The race names no cluster, and the request addresses none.");
  if (typeof action === "object") {
    if ("change" in action) control.changeOutside(clusterId, action.change);
    else control.autoUpgrade(clusterId, action.auto_upgrade.memory, action.auto_upgrade.vcpu);
    return;
  }
  if (action === "terminate") {
    control.terminateOutside(clusterId);
    return;
  }
  const { changes } = control.state();
  const open = changes.find(
    ({ cluster_id, status }) =>
      cluster_id === clusterId && (status === "pending" || status === "in_progress"),
  );
  if (open === undefined) throw new Error(`Cluster "${clusterId}" has no change to ${action}.`);
  if (action === "begin") control.beginChange(clusterId, open.id);
  else if (action === "cancel") control.cancelOutside(clusterId, open.id);
  else control.finishChange(clusterId, open.id, action === "fail" ? "failed" : "succeeded");
}
