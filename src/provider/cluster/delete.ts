import type { Observed } from "../../client";
import { describeCluster } from "../api/describe";
import { refuseOtherHost } from "../child";
import { attempted, whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import { noteGone } from "./existing";
import { protectedError } from "./plan";
import { NOT_FOUND, refuseIfListed } from "./read";
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
  if (termination.kind !== "missing") return awaitTermination(call, id, name);
  await refuseIfListed(call, state);
  call.warn(`Cluster ${name} was not found`, `${NOT_FOUND} It has been removed from the state.`);
}

async function awaitTermination(call: ClusterCall, id: string, name: string): Promise<void> {
  try {
    await clientOf(call.service).waitForCluster(id, {
      describe: `cluster ${name} to be terminated`,
      judge: (seen) => (isTerminated(seen) ? "done" : "pending"),
      deadline: call.deadline,
      signal: call.signal,
    });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === "WaitTimeout" && "lastAnswer" in error;
    const last = isTimeout ? (error.lastAnswer as Observed | undefined) : undefined;
    if (last?.kind !== "leaving") throw error;
    call.warn(
      `Cluster ${name} is still ${last.cluster.status}`,
      `It was not gone after ${call.timeout}. Its termination cannot be undone, so it has been removed from the state. The service ` +
        "completes the termination by itself.",
    );
  }
}

function isTerminated(seen: Observed): boolean {
  return seen.kind === "missing" || (seen.kind === "leaving" && seen.cluster.status === "terminated");
}
