import type { OutsideAction } from "../faults/request";
import type { World } from "../world";
import { ACTS, CHANGE_ACTS, CLONE_ACTS } from "./acts";

/**
 * Does what a race says, at once.
 * @throws Error when there is no such cluster, or the act is impossible: a race that does not happen is a mistake of the test.
 */
export function actOutside(world: World, clusterId: string | undefined, action: OutsideAction): void {
  if (clusterId === undefined) throw new Error("The race names no cluster, and the request addresses none.");
  if (typeof action === "string") {
    if (action === "terminate") ACTS.terminateOutside.run(world, clusterId);
    else actOnOpen(world, clusterId, action);
  } else if ("change" in action) ACTS.changeOutside.run(world, clusterId, action.change);
  else if ("clone" in action) ACTS.cloneOutside.run(world, clusterId, action.clone);
  else if ("delete_parameter" in action) {
    ACTS.deleteParameterOutside.run(world, clusterId, action.delete_parameter);
  } else if ("set_parameter" in action) {
    const { name, value } = action.set_parameter;
    ACTS.setParameterOutside.run(world, clusterId, name, value);
  } else ACTS.autoUpgrade.run(world, clusterId, action.auto_upgrade);
}

/** Acts on the change or clone that is pending or in progress. */
function actOnOpen(
  world: World,
  clusterId: string,
  action: Exclude<Extract<OutsideAction, string>, "terminate">,
): void {
  const [verb, kind] = action.split("_");
  const acts = kind === "clone" ? CLONE_ACTS : CHANGE_ACTS;
  const open = acts.open(world, clusterId);
  if (open === undefined) throw new Error(`Cluster "${clusterId}" has no ${kind ?? "change"} to ${verb}.`);
  if (verb === "begin") acts.begin.run(world, clusterId, open.id);
  else if (verb === "cancel") acts.cancel.run(world, clusterId, open.id);
  else acts.finish.run(world, clusterId, open.id, verb === "fail" ? "failed" : "succeeded");
}
