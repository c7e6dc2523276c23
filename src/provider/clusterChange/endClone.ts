import { TerraformError } from "../../framework";
import { type ChildCall, refuseOtherHost } from "../child";
import { clientOf } from "../service";
import { CLONE, called } from "./inFlight";

/** How to end a clone that is left behind; `clone` as in "it". */
export function howToEnd(clone: string): string {
  return `To stop the billing, terminate ${clone} at the service, or import it as a searchcloud_cluster and destroy it.`;
}

/** A cloning operation, as far as its end is concerned. */
export interface Cloned {
  readonly id: string | null;
  readonly cluster_id: string;
}

/**
 * Terminates the clone of a cloning operation, and waits until it goes away.
 *
 * @param instead what to do where the operation reports its source as its clone, as a sentence
 */
export async function terminateClone(
  call: ChildCall,
  operation: Cloned,
  target: string,
  instead: string,
): Promise<void> {
  const { cluster_id: cluster } = operation;
  const { deadline, signal } = call;
  if (target === cluster)
    throw new TerraformError(
      `${called(CLONE, operation)} reports its source as its clone`,
      `Nothing was terminated. Find out at the service which cluster is the clone, and terminate it there. ${instead}`,
    );
  const clone = `Cluster ${target}, the clone of ${cluster},`;
  refuseOtherHost(call, clone);
  const client = clientOf(call.service);
  const terminate = () => client.terminateCluster(target, { signal });
  const { kind } = await client.exclusively(target, signal, terminate);
  if (kind === "missing")
    return call.warn(
      `${clone} was not found`,
      "The service answers 404 to its termination: it was terminated outside of Terraform, or this key cannot see it.",
    );
  if (kind === "leaving") return;
  await client.waitForCluster(target, {
    describe: `cluster ${target}, the clone of ${cluster}, to be terminated`,
    judge: (seen) => (seen.kind === "present" ? "pending" : "done"),
    deadline,
    signal,
  });
}
