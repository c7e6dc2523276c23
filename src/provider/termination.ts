import type { Observed } from "../client";
import { waitTimeoutIn } from "./api/errors";
import { capitalized } from "./api/words";
import type { ChildCall } from "./child";
import { clientOf } from "./service";

/**
 * Waits until a cluster whose termination has begun is gone (docs/design/laws.md#l2). One that is still on its way when the time
 * is up is a warning: its termination cannot be undone.
 *
 * @param what within a sentence: `cluster "products" (c-1)`
 * @param then what follows for the state, as a sentence, if anything
 */
export async function awaitTermination(
  call: Pick<ChildCall, "service" | "deadline" | "timeout" | "signal" | "warn">,
  id: string,
  what: string,
  then?: string,
): Promise<void> {
  try {
    await clientOf(call.service).waitForCluster(id, {
      describe: `${what} to be terminated`,
      judge: (seen) => (isTerminated(seen) ? "done" : "pending"),
      deadline: call.deadline,
      signal: call.signal,
    });
  } catch (error) {
    const last = waitTimeoutIn<Observed>(error)?.lastAnswer;
    if (last?.kind !== "leaving") throw error;
    call.warn(
      `${capitalized(what)} is still ${last.cluster.status}`,
      `It was not gone after ${call.timeout}. Its termination cannot be undone: the service completes it by itself.${then ? ` ${then}` : ""}`,
    );
  }
}

function isTerminated(seen: Observed): boolean {
  return seen.kind === "missing" || (seen.kind === "leaving" && seen.cluster.status === "terminated");
}
