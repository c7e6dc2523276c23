import { describeCluster } from "../../model/describe";
import { attempted, whenFree } from "../../shared/changes/whenFree";
import { refuseOtherHost } from "../../shared/child";
import { clientOf } from "../../shared/service";
import { awaitTermination, refuseIfListed } from "../../shared/termination";
import { noteGone } from "./existing";
import { protectedError } from "./plan";
import { NOT_FOUND } from "./read";
import type { ClusterCall, ClusterValues } from "./types";

/** Terminates the cluster, and waits until it is gone (docs/design/laws.md#l2). */
export async function deleteCluster(call: ClusterCall, state: ClusterValues): Promise<void> {
  const { id } = state;
  if (id === null) return;
  const name = describeCluster(state);
  // No plan could have refused the destroy of a tainted cluster.
  if (state.termination_protection === true) throw protectedError(name);
  refuseOtherHost(call, `Cluster ${name}`);
  const client = clientOf(call.service);
  const termination = await whenFree(call, client, id, {
    purpose: "to terminate",
    attempt: () => attempted(() => client.terminateCluster(id, { signal: call.signal })),
  });
  noteGone(client, state);
  if (termination.kind !== "missing")
    return awaitTermination(call, id, `cluster ${name}`, "It has been removed from the state.");
  await refuseIfListed(call, id, `Cluster ${name}`);
  call.warn(`Cluster ${name} was not found`, `${NOT_FOUND} It has been removed from the state.`);
}
