import type { Observed } from "../../client";
import { TerraformError } from "../../framework";
import { describeCluster } from "../api/describe";
import { clientOf } from "../service";
import { isProtected } from "./plan";
import { type ClusterCall, refuseIfListed } from "./read";
import type { ClusterValues } from "./schema";

/** Terminates the cluster, and waits until it is gone (docs/design/laws.md#l2). */
export async function deleteCluster(call: ClusterCall, state: ClusterValues): Promise<void> {
  const { id } = state;
  if (id === null) return;
  // A tainted cluster comes here without a plan that could have refused it.
  if (state.termination_protection === true) throw isProtected(describeCluster(state));
  const client = clientOf(call.service);
  if (call.privateState && call.privateState.host !== client.host)
    throw otherHost(describeCluster(state), call.privateState.host, client.host);
  const { signal } = call;
  const termination = await client.exclusively(id, signal, () => client.terminateCluster(id, { signal }));
  if (termination.kind === "missing") {
    await refuseIfListed(call, state);
    call.warn(
      `Cluster ${describeCluster(state)} was not found`,
      "The service answers 404 to its termination: it was terminated outside of Terraform, or this key cannot see it (another " +
        "account, or a key restricted to other clusters). It has been removed from the state.",
    );
    return;
  }
  await awaitEnd(call, id, describeCluster(state));
}

async function awaitEnd(call: ClusterCall, id: string, name: string): Promise<void> {
  try {
    await clientOf(call.service).waitForCluster(id, {
      describe: `cluster ${name} to be terminated`,
      judge: (seen) => (isOver(seen) ? "done" : "pending"),
      deadline: call.deadline,
      signal: call.signal,
    });
  } catch (error) {
    const last = timedOutOn(error);
    if (last?.kind !== "leaving") throw error;
    call.warn(
      `Cluster ${name} is still ${last.cluster.status}`,
      `It was not gone after ${call.timeout}. Its termination cannot be undone, so it has been removed from the state; ` +
        "the service finishes by itself.",
    );
  }
}

function isOver(seen: Observed): boolean {
  return seen.kind === "missing" || (seen.kind === "leaving" && seen.cluster.status === "terminated");
}

/** What the last look saw, when the wait ended because its time was up. */
function timedOutOn(error: unknown): Observed | undefined {
  const timedOut = error instanceof Error && error.name === "WaitTimeout";
  return timedOut && "lastAnswer" in error ? (error.lastAnswer as Observed | undefined) : undefined;
}

function otherHost(name: string, known: string, asked: string): TerraformError {
  return new TerraformError(
    `Cluster ${name} belongs to another service`,
    `The state was written against ${known}; the provider now asks ${asked}. Nothing was sent, because a cluster that another ` +
      "service does not know would be taken for terminated while it runs on. Set base_url back to destroy it.",
  );
}
