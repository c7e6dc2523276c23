import { isLeaving } from "../../api/enumerations";
import type { Observed } from "../../client";
import { TerraformError } from "../../framework";
import { waitTimeoutIn } from "../model/errors";
import { capitalized } from "../model/words";
import type { ChildCall } from "./child";
import { clientOf } from "./service";

/**
 * Waits until a cluster that is being terminated is gone (docs/design/laws.md#l2). A timeout is only a warning, because the
 * termination cannot be undone.
 *
 * @param what within a sentence: `cluster "products" (c-1)`
 * @param then a consequence for the state, as a sentence
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

type Reading = Pick<ChildCall, "service" | "signal">;

/**
 * Refuses a 404 for a cluster that is still listed at the same address with the same key. Another server at a wrong base_url
 * cannot list clusters, so that call fails (docs/design/laws.md#l2).
 *
 * @param what with a capital: `Cluster "products" (c-1)`
 */
export async function refuseIfListed(reading: Reading, id: string, what: string): Promise<void> {
  const status = await readListedStatus(reading, id);
  if (status !== undefined) throw listedButMissingError(clientOf(reading.service).host, what, status);
}

/** Reads the status with which a cluster is listed now; undefined if it is not listed, or is being terminated. */
export async function readListedStatus(
  { service, signal }: Reading,
  id: string,
): Promise<string | undefined> {
  // An older listing already omits clusters that have answered 404.
  const { clusters } = await clientOf(service).clusterListing({ maxAge: 0, signal });
  return clusters.find((one) => one.id === id && !isLeaving(one))?.status;
}

/** Returns the error for a 404 from a service that still lists the object. */
export function listedButMissingError(host: string, what: string, status: string): TerraformError {
  return new TerraformError(
    `${what} cannot be read`,
    `${host} answers 404 for it, but lists it as ${status}. Nothing was changed, and it stays in the state. Run again in a few minutes.`,
  );
}
