import type { Observed } from "../../client";
import { TerraformError } from "../../framework";
import { describeCluster } from "../api/describe";
import { attempted, whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import { noteGone } from "./existing";
import { protectedError } from "./plan";
import { refuseIfListed } from "./read";
import type { ClusterCall, ClusterValues } from "./types";

/** Terminates the cluster, and waits until it is gone (docs/design/laws.md#l2). */
export async function deleteCluster(call: ClusterCall, state: ClusterValues): Promise<void> {
  const { id } = state;
  if (id === null) return;
  const name = describeCluster(state);
  // No plan could have refused the destroy of a tainted cluster.
  if (state.termination_protection === true) throw protectedError(name);
  const client = clientOf(call.service);
  if (call.privateState && call.privateState.host !== client.host)
    throw otherHostError(name, call.privateState.host, client.host);
  const termination = await whenFree(call, client, id, {
    purpose: "to terminate",
    attempt: () => attempted(() => client.terminateCluster(id, { signal: call.signal })),
  });
  noteGone(client, state);
  if (termination.kind !== "missing") return awaitTermination(call, id, name);
  await refuseIfListed(call, state);
  call.warn(
    `Cluster ${name} was not found`,
    "The service answers 404 to its termination: it was terminated outside of Terraform, or this key cannot see it (another " +
      "account, or a key restricted to other clusters). It has been removed from the state.",
  );
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
    const last = timedOutOn(error);
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

/** What the last read saw, when the wait ended because its time was up. */
function timedOutOn(error: unknown): Observed | undefined {
  const timedOut = error instanceof Error && error.name === "WaitTimeout";
  return timedOut && "lastAnswer" in error ? (error.lastAnswer as Observed | undefined) : undefined;
}

function otherHostError(name: string, known: string, now: string): TerraformError {
  return new TerraformError(
    `Cluster ${name} belongs to another service`,
    `The state was written against ${known}; the provider now calls ${now}. Nothing was sent, because a service that does not ` +
      "know the cluster answers as if it were terminated, while it runs on. Set base_url back to destroy it.",
  );
}
