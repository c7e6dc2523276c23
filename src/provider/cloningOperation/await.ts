import type { CloningOperationRecord, Observed } from "../../client";
import { TerminalFailure, TerraformError } from "../../framework";
import { describeClone } from "../api/describe";
import { clientOf } from "../service";
import { howToEnd } from "./messages";
import { observedClone } from "./model";
import type { CloneCall } from "./privateState";
import type { CloneValues } from "./schema";

/** Answers of 404 in a row after which a clone that was just made is taken for one that this key cannot see. */
const MISSES_THAT_COUNT = 5;

/** The error for a cloning operation that ended without a clone. */
type EndedBadly = (cluster: string, ended: CloningOperationRecord) => TerraformError;

/** While creating: the next apply asks for it again, as nothing was made. */
export const again: EndedBadly = (cluster, ended) =>
  new TerminalFailure(
    headOf(cluster, ended),
    `${describeClone(ended)} made no clone. The next apply asks for it again.`,
  );

/** Later: an error does not make Terraform ask again, so people have to. */
export const stays: EndedBadly = (cluster, ended) =>
  new TerraformError(
    headOf(cluster, ended),
    `${describeClone(ended)} made no clone, and stays in the state as what it is. To ask for it again, change a value of \`triggers\`.`,
  );

function headOf(cluster: string, { id, status }: CloningOperationRecord): string {
  return `Cloning operation ${id} of cluster ${cluster} ${status === "failed" ? "has failed" : "was cancelled"}`;
}

/** Waits until the cluster is cloned, and then until its clone is in service. */
export async function awaitClone(
  call: CloneCall,
  asked: CloneValues,
  endedBadly: EndedBadly,
): Promise<Partial<CloneValues>> {
  const { service, deadline, signal } = call;
  const { cluster_id: cluster } = asked;
  const id = asked.id ?? "";
  const client = clientOf(service);
  const seen = (record: CloningOperationRecord) => call.saveState(observedClone(record, asked));
  const ended = await client.waitForCloningOperation(cluster, id, {
    describe: `cloning operation ${id} of cluster ${cluster} to be done`,
    deadline,
    signal,
    onLook: seen,
  });
  seen(ended);
  if (ended.status !== "succeeded") throw endedBadly(cluster, ended);
  const done = await withTarget(call, cluster, ended);
  seen(done);
  await awaitTarget(call, cluster, done.target_cluster_reference_id);
  return observedClone(done, asked);
}

/** The id of the clone may come a little later than the status. */
async function withTarget(
  { service, deadline, signal }: CloneCall,
  cluster: string,
  ended: CloningOperationRecord,
): Promise<CloningOperationRecord> {
  if (ended.target_cluster_reference_id !== null) return ended;
  const client = clientOf(service);
  const named = await client.wait({
    describe: `cloning operation ${ended.id} of cluster ${cluster} to name its clone`,
    look: (looking) => client.readCloningOperation(cluster, ended.id, { signal: looking }),
    judge: (record) => (record && record.target_cluster_reference_id !== null ? "done" : "pending"),
    deadline,
    signal,
  });
  return named ?? ended;
}

/**
 * Waits until the clone is in service: what follows from it needs its hostnames. That it never gets there is no failure of
 * the cloning, which is done.
 */
export async function awaitTarget(call: CloneCall, cluster: string, target: string | null): Promise<void> {
  if (target !== null) await inService(call, cluster, target);
  call.setPrivateState({ cluster, host: clientOf(call.service).host });
}

async function inService(call: CloneCall, cluster: string, target: string): Promise<void> {
  const { service, deadline, signal } = call;
  let misses = 0;
  const seen = await clientOf(service).waitForCluster(target, {
    describe: `cluster ${target}, the clone of ${cluster}, to be in service`,
    judge: (answer) => {
      misses = answer.kind === "missing" ? misses + 1 : 0;
      return isSettled(answer, misses) ? "done" : "pending";
    },
    deadline,
    signal,
  });
  const why = whyNotInService(seen);
  if (why)
    call.warn(`Cluster ${target}, the clone of ${cluster}, is not in service`, `${why} ${howToEnd("it")}`);
}

/** Whether more looks at a starting clone could change nothing. */
export function isSettled(seen: Observed, misses: number): boolean {
  if (seen.kind === "missing") return misses >= MISSES_THAT_COUNT;
  if (seen.kind === "leaving") return true;
  const { status, hostnames } = seen.cluster;
  return status === "suspended" || (status === "in_service" && hostnames !== null);
}

function whyNotInService(seen: Observed): string | undefined {
  if (seen.kind === "missing") {
    return "It has been made, and the service answers 404 for it: this key cannot see it, or it is gone already. It may be billed.";
  }
  if (seen.cluster.status === "in_service") return undefined;
  return seen.kind === "leaving"
    ? `It has been made, and somebody terminated it: its status is ${seen.cluster.status}.`
    : "It has been made, and the service has suspended it, usually because of billing: settle the account at the service.";
}
