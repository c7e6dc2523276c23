import type { FaultEffect, FaultMatch, FaultSide } from "../faults/faults";
import type { Control } from "./control";

/**
 * What somebody else does in a race. `begin`, `cancel`, `finish` (it succeeds) and `fail` are done to the change
 * that is pending or in progress, the same with `_clone` to the clone that is.
 */
export type OutsideAction =
  | "begin"
  | "cancel"
  | "finish"
  | "fail"
  | "begin_clone"
  | "cancel_clone"
  | "finish_clone"
  | "fail_clone"
  | "terminate"
  | { change: Record<string, unknown> }
  | { auto_upgrade: { memory: string; vcpu: string } }
  | { clone: Record<string, unknown> }
  | { set_parameter: { name: string; value: string } }
  | { delete_parameter: string };

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
  if (typeof action === "object") actWith(control, clusterId, action);
  else if (action === "terminate") control.terminateOutside(clusterId);
  else actOnOpen(control, clusterId, action);
}

function actWith(control: Control, clusterId: string, action: Extract<OutsideAction, object>): void {
  if ("change" in action) control.changeOutside(clusterId, action.change);
  else if ("clone" in action) control.cloneOutside(clusterId, action.clone);
  else if ("delete_parameter" in action) control.deleteParameterOutside(clusterId, action.delete_parameter);
  else if ("set_parameter" in action) {
    const { name, value } = action.set_parameter;
    control.setParameterOutside(clusterId, name, value);
  } else control.autoUpgrade(clusterId, action.auto_upgrade.memory, action.auto_upgrade.vcpu);
}

type OnOpen = Exclude<Extract<OutsideAction, string>, "terminate">;

/** Does something to the change or clone that is pending or in progress. */
function actOnOpen(control: Control, clusterId: string, action: OnOpen): void {
  const { changes, clones } = control.state();
  const what = action.endsWith("_clone") ? "clone" : "change";
  const open = (what === "clone" ? clones : changes).find(
    ({ cluster_id, status }) =>
      cluster_id === clusterId && (status === "pending" || status === "in_progress"),
  );
  if (open === undefined) {
    throw new Error(`Cluster "${clusterId}" has no ${what} to ${action.replace("_clone", "")}.`);
  }
  const acts: Readonly<Record<OnOpen, () => void>> = {
    begin: () => control.beginChange(clusterId, open.id),
    cancel: () => control.cancelOutside(clusterId, open.id),
    finish: () => control.finishChange(clusterId, open.id, "succeeded"),
    fail: () => control.finishChange(clusterId, open.id, "failed"),
    begin_clone: () => control.beginClone(clusterId, open.id),
    cancel_clone: () => control.cancelCloneOutside(clusterId, open.id),
    finish_clone: () => control.finishClone(clusterId, open.id, "succeeded"),
    fail_clone: () => control.finishClone(clusterId, open.id, "failed"),
  };
  acts[action]();
}
