import type { CloningOperationRecord } from "../../../client";
import { define, type Gone, type Plannable, TerraformError, type Update } from "../../../framework";
import { describeClone } from "../../model/describe";
import { CLONE, displayName, isInFlight, STAYS } from "../../shared/changes/inFlight";
import { markClone, markManaged } from "../../shared/changes/managedIds";
import { childPrivateState, importBy, reportGone } from "../../shared/child";
import { childIdentity } from "../../shared/childIdentity";
import {
  cloneToEnd,
  endCloning,
  hasCloningEnded,
  howToEnd,
  MAY_HAVE_LEFT,
  refuseIfOperationListed,
  warnOfGoneOperation,
} from "../../shared/cloning/end";
import { NotTheCloneError, refreshedClone, refuseNamed } from "../../shared/cloning/identity";
import { proofIn } from "../../shared/cloning/proof";
import { resumeCloning } from "../../shared/cloning/resume";
import { clientOf, type Service } from "../../shared/service";
import { cancelWorkflow, readWorkflow } from "../../shared/workflow";
import { awaitClone, awaitTarget, createClone, NOT_THIS_ONE } from "./create";
import { planClone } from "./plan";
import {
  type CloneCall,
  type ClonePrivateState,
  type CloneValues,
  cloningOperationSchema,
  observedClone,
} from "./schema";

type CloneUpdate = Update<CloneValues, Service, ClonePrivateState>;

/** The update that waits for an unfinished clone. */
const resume = resumeCloning<CloneValues, ClonePrivateState>({
  makesUnknown: ["status", "target_cluster_id", "completed_at"],
  due: (prior, privateState, planned) =>
    planned.wait !== false &&
    (isInFlight(prior) || (prior.status === "succeeded" && privateState?.unfinished === true)),
  describe: (prior) => [
    `${displayName(CLONE, prior)} is not finished yet`,
    "An earlier apply requested it. This one waits until the clone is in service, and requests no other.",
  ],
  apply: async (call, { prior, planned }) => {
    const { cluster_id: cluster, id, status, target_cluster_id: target, completed_at } = prior;
    markManaged(clientOf(call.service), cluster, id);
    if (status === "succeeded" && target !== null) {
      await awaitTarget(call, { ...planned, id, target_cluster_id: target }, target);
      return { status, target_cluster_id: target, completed_at };
    }
    // After an error in an update, Terraform does not create it again; people have to.
    return awaitClone(call, { ...planned, id, target_cluster_id: target }, TerraformError, STAYS);
  },
});

/**
 * The edits that need another clone. Values that an import could not know are adopted in place: `triggers`, the addresses, and
 * whatever the record lacks (docs/design/laws.md#l5).
 */
export const recreate: CloneUpdate = {
  request: "none: a new clone replaces this one",
  requiresReplace: (changed, prior, planned, privateState) => {
    const isImported = privateState?.imported === true;
    return changed.filter((name) => {
      if (name === "triggers") return prior.triggers !== null;
      if (name === "notification_email_addresses")
        return !isImported && !(isNobody(prior) && isNobody(planned));
      return !(isImported && prior[name] === null);
    });
  },
  apply: async ({ service, privateState, setPrivateState }, { prior }) =>
    setPrivateState({
      ...childPrivateState(service, prior.cluster_id),
      ...proofIn(privateState),
      ...(privateState?.unfinished && { unfinished: true }),
    }),
};

/** True if nobody is notified: no list and an empty one mean the same to the service. */
function isNobody({ notification_email_addresses: addresses }: Plannable<CloneValues>): boolean {
  return addresses === null || (Array.isArray(addresses) && addresses.length === 0);
}

/** `searchcloud_cloning_operation`: one clone of a cluster (docs/design/architecture.md#types). */
export const cloningOperation = define<Service, ClonePrivateState>().resource({
  name: "cloning_operation",
  description:
    "One clone of a cluster: a new cluster with the same data, which is billed by itself. An edit replaces the clone with another one. A destroy " +
    "cancels an operation that is pending; the clone of one that has succeeded stays, unless `terminate_clone_on_destroy` is `true`. If the same " +
    "clone is already in progress and no resource is known to manage it, an interrupted apply may have requested it: creating it again " +
    "is an error that shows the import block to paste.",
  schema: cloningOperationSchema,
  timeouts: { create: "6h", delete: "6h" },
  updates: { resume, recreate },
  plan: planClone,
  create: createClone,
  read: readClone,
  delete: deleteClone,
  import: importBy("the identifiers of the source and of its cloning operation"),
  importIds: [{ form: "cluster_id/id", example: "kq3v9x2m7c1d/5b0d7c2e" }],
  identity: childIdentity("id", "Identifier of the cloning operation."),
});

/** Reads a cloning operation. Its clone is a separate cluster, and is read once, when the operation first names it. */
async function readClone(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  markClone(clientOf(call.service), state.target_cluster_id, state.id);
  const record = await readWorkflow(CLONE, call, state);
  if (!record) return missing(call, state);
  const isImport = call.privateState?.importing === true;
  if (isImport)
    call.setPrivateState({ ...childPrivateState(call.service, state.cluster_id), imported: true });
  const observed = observedClone({ ...record, target_cluster_reference_id: null }, state);
  const created_at = state.created_at ?? observed.created_at ?? null;
  const operation = isImport ? { ...state, ...observed } : { ...state, created_at };
  const target_cluster_id = await refreshedClone(call, operation, record, NOT_THIS_ONE);
  if (!isImport) return { ...observed, target_cluster_id };
  const { notification_email_addresses: addresses } = record;
  return {
    ...observed,
    target_cluster_id,
    notification_email_addresses: addresses.length > 0 ? addresses : null,
  };
}

/**
 * Keeps the operation in the state while its clone exists: the record is gone with its source, but the clone stays
 * (docs/design/laws.md#l2).
 */
async function missing(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  const { target_cluster_id: target } = state;
  if (target !== null) {
    const clone = await clientOf(call.service).read(target, "shared", { signal: call.signal });
    if (clone.kind === "present") return {};
  }
  await refuseIfOperationListed(call, state);
  const left = target === null ? MAY_HAVE_LEFT : `Its clone ${target} is gone too.`;
  return reportGone(call, displayName(CLONE, state), "the cluster was terminated", left);
}

/**
 * Cancels a pending operation. The clone of one that has begun is a separate cluster, which is terminated only if the state allows
 * it; otherwise it stays, with a warning.
 */
export async function deleteClone(call: CloneCall, state: CloneValues): Promise<void> {
  if (state.terminate_clone_on_destroy === true) return endCloning(call, state, NOT_THIS_ONE);
  const { cluster_id: cluster } = state;
  markClone(clientOf(call.service), state.target_cluster_id, state.id);
  const record = hasCloningEnded(state) ? null : await cancelWorkflow(CLONE, call, state);
  if (record && isInFlight(record)) return leave(call, state, record);
  const target = cloneToEnd(record, state);
  if (target === null)
    return record === null && !hasCloningEnded(state) ? warnOfGoneOperation(call, state) : undefined;
  try {
    await refuseNamed(call, state, target, LEFT);
  } catch (error) {
    if (!(error instanceof NotTheCloneError)) throw error;
    return call.warn(error.summary, error.detail);
  }
  call.warn(
    `Cluster ${target}, the clone of ${cluster}, stays and is billed`,
    `Its cloning operation ${state.id} has been removed from the state. ${howToEnd("it")}`,
  );
}

const LEFT = "The cloning operation has been removed from the state.";

/** Refuses to forget a pending operation, which would become a billed cluster that nobody knows (docs/design/laws.md#l1). */
function leave({ warn }: CloneCall, state: CloneValues, record: CloningOperationRecord): void {
  const operation = displayName(CLONE, state);
  if (record.status === "pending")
    throw new TerraformError(
      `${operation} was not cancelled`,
      `The service did not cancel it: ${describeClone(record)}. It stays in the state, because it would become a cluster that is billed. ` +
        "Destroy it again; cancel it at the service if that fails too.",
    );
  warn(
    `${operation} continues and leaves a billed cluster`,
    "It has begun and can no longer be cancelled. It has been removed from the state. When it has succeeded, its record names the clone: " +
      `GET /clusters/${state.cluster_id}/cloning-operations/${record.id}. ${howToEnd("the clone")}`,
  );
}
