import type { DataAction, OutsideAction } from "../requests/faults";
import type { TestWorld } from "../world";
import { ACTS, CHANGE_ACTS, CLONE_ACTS } from "./acts";

/**
 * Carries out the action of a race at once.
 * @throws Error if the cluster does not exist or the action is impossible: a race that does not happen is a mistake
 * of the test
 */
export function actOutside(world: TestWorld, cluster: string | undefined, action: OutsideAction): void {
  if (cluster === undefined) throw new Error("The race names no cluster, and the request addresses none.");
  if (action === "terminate") ACTS.terminateOutside.run(world, cluster);
  else if (typeof action === "string") actOnOpen(world, cluster, action);
  else if ("change" in action) ACTS.changeOutside.run(world, cluster, action.change);
  else if ("clone" in action) ACTS.cloneOutside.run(world, cluster, action.clone);
  else if ("auto_upgrade" in action) ACTS.autoUpgrade.run(world, cluster, action.auto_upgrade);
  else if ("set_parameter" in action) {
    const { name, value } = action.set_parameter;
    ACTS.setParameterOutside.run(world, cluster, name, value);
  } else if ("delete_parameter" in action) {
    ACTS.deleteParameterOutside.run(world, cluster, action.delete_parameter);
  } else actOnData(world, cluster, action);
}

/** Acts on the data of the nodes. */
function actOnData(world: TestWorld, cluster: string, action: DataAction): void {
  if ("create_collection" in action) {
    ACTS.createCollectionOutside.run(world, cluster, action.create_collection);
  } else if ("patch_collection" in action) {
    const { name, body } = action.patch_collection;
    ACTS.patchCollectionOutside.run(world, cluster, name, body);
  } else if ("drop_collection" in action) {
    ACTS.dropCollectionOutside.run(world, cluster, action.drop_collection);
  } else if ("add_documents" in action) {
    const { collection, documents } = action.add_documents;
    ACTS.addDocumentsOutside.run(world, cluster, collection, documents);
  } else if ("put_alias" in action) {
    const { name, collection_name } = action.put_alias;
    ACTS.putAliasOutside.run(world, cluster, name, collection_name);
  } else if ("delete_alias" in action) ACTS.deleteAliasOutside.run(world, cluster, action.delete_alias);
  else if ("create_node_key" in action) {
    ACTS.createNodeKeyOutside.run(world, cluster, action.create_node_key);
  } else if ("revoke_key" in action) ACTS.revokeKeyOutside.run(world, cluster, action.revoke_key);
  else if ("put_named" in action) {
    const { kind, name, body } = action.put_named;
    ACTS.putNamedOutside.run(world, cluster, kind, name, body);
  } else if ("delete_named" in action) {
    const { kind, name } = action.delete_named;
    ACTS.deleteNamedOutside.run(world, cluster, kind, name);
  } else actOnNode(world, action);
}

type NodeAction = Extract<
  DataAction,
  | { lag_node: object }
  | { catch_up_node: string }
  | { take_node_down: string }
  | { bring_node_up: string }
  | { restart_node: string }
>;

/** Acts on a node. */
function actOnNode(world: TestWorld, action: NodeAction): void {
  if ("lag_node" in action) {
    const { hostname, ...request } = action.lag_node;
    ACTS.lagNode.run(world, hostname, request);
  } else if ("catch_up_node" in action) ACTS.catchUpNode.run(world, action.catch_up_node);
  else if ("take_node_down" in action) ACTS.takeNodeDown.run(world, action.take_node_down);
  else if ("restart_node" in action) ACTS.restartNode.run(world, action.restart_node);
  else ACTS.bringNodeUp.run(world, action.bring_node_up);
}

/** Acts on the change or clone that is pending or in progress, such as `begin` or `begin_clone`. */
function actOnOpen(world: TestWorld, cluster: string, action: string): void {
  const [verb, kind = "change"] = action.split("_");
  const acts = kind === "clone" ? CLONE_ACTS : CHANGE_ACTS;
  const id = acts.open(world, cluster)?.id;
  if (id === undefined) throw new Error(`Cluster "${cluster}" has no ${kind} to ${verb}.`);
  if (verb === "begin") acts.begin.run(world, cluster, id);
  else if (verb === "cancel") acts.cancel.run(world, cluster, id);
  else acts.finish.run(world, cluster, id, verb === "fail" ? "failed" : "succeeded");
}
