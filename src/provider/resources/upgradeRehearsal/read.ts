import { GONE, type Gone } from "../../../framework";
import { CLONE, displayName } from "../../shared/changes/inFlight";
import { markClone, markManaged } from "../../shared/changes/managedIds";
import { childPrivateState, refuseOtherHost, reportGone } from "../../shared/child";
import { MAY_HAVE_LEFT, refuseIfOperationListed } from "../../shared/cloning/end";
import { refreshedClone } from "../../shared/cloning/identity";
import { clientOf } from "../../shared/service";
import { readListedStatus } from "../../shared/termination";
import { cloningOf, NOT_THE_CLONE } from "./clone";
import type { RehearsalCall, RehearsalValues } from "./schema";

/**
 * Reads the cloning operation and the clone of an unfinished rehearsal. A finished one is a record of what was compared, and sends
 * no request.
 */
export async function readRehearsal(
  call: RehearsalCall,
  state: RehearsalValues,
): Promise<Partial<RehearsalValues> | Gone> {
  const { cluster_id: source, id, status } = state;
  const { service, signal, privateState } = call;
  if (privateState?.ended) return {};
  const client = clientOf(service);
  markManaged(client, source, id);
  markClone(client, state.clone_cluster_id, id);
  let clone = state.clone_cluster_id;
  if (clone === null) {
    const record = await client.readCloningOperation(source, id ?? "", { signal });
    if (!record) return operationGone(call, state);
    clone = await refreshedClone(call, cloningOf(state), record, NOT_THE_CLONE);
    markClone(client, clone, id);
    if (clone === null) return {};
  }
  const seen = await client.read(clone, "shared", { signal });
  if (seen.kind === "present") return { clone_cluster_id: clone };
  const what = `Cluster ${clone}, the clone of ${source},`;
  if (seen.kind === "missing") {
    refuseOtherHost(call, what);
    if (await mayBeThere(call, state, clone)) return { clone_cluster_id: clone };
  }
  // A failed rehearsal is repeated anyway; a running one has nothing left to compare.
  if (status !== "running") {
    call.setPrivateState({ ...childPrivateState(service, source), ended: true });
    return {};
  }
  if (state.checks !== null) return {};
  if (seen.kind === "missing")
    return reportGone(call, what, "it was terminated outside of Terraform", REPEATED);
  const summary = `${what} was terminated outside of Terraform`;
  call.warn(summary, `Its status is ${seen.cluster.status}. ${REPEATED} It has been removed from the state.`);
  return GONE;
}

async function operationGone(call: RehearsalCall, state: RehearsalValues): Promise<Gone> {
  refuseOtherHost(call, displayName(CLONE, state));
  await refuseIfOperationListed(call, state);
  return reportGone(call, displayName(CLONE, state), "the cluster was terminated", MAY_HAVE_LEFT);
}

/**
 * True for a clone that this key has never seen in service, or that is listed: its 404 does not prove that it is not billed
 * (docs/design/laws.md#l2).
 */
async function mayBeThere(call: RehearsalCall, { status }: RehearsalValues, clone: string): Promise<boolean> {
  const wasSeen = status !== "running" || call.privateState?.version !== undefined;
  return !wasSeen || (await readListedStatus(call, clone)) !== undefined;
}

const REPEATED = "Its rehearsal had not ended, and starts again with the next apply.";
