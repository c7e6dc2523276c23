import { define, type Gone } from "../../../framework";
import { CLONE, called } from "../../shared/changes/inFlight";
import { markClone } from "../../shared/changes/managedIds";
import { gone, importBy, privateStateOf } from "../../shared/child";
import { MAY_HAVE_LEFT, refuseIfOperationListed } from "../../shared/cloning/gone";
import { refreshedClone } from "../../shared/cloning/identity";
import { clientOf, type Service } from "../../shared/service";
import { readWorkflow } from "../../shared/workflow";
import { createClone, NOT_THIS_ONE } from "./create";
import { deleteClone } from "./delete";
import { observedClone } from "./model";
import { planClone } from "./plan";
import { type CloneCall, type ClonePrivateState, type CloneValues, schema } from "./schema";
import { CREATE_TIMEOUT, recreate, resume } from "./update";

/** `searchcloud_cloning_operation`: one clone of a cluster (docs/design/architecture.md#types). */
export const cloningOperation = define<Service, ClonePrivateState>().resource({
  name: "cloning_operation",
  description:
    "One clone of a cluster: a new cluster with the same data, which is billed by itself. An edit replaces the clone with another one. A destroy " +
    "cancels an operation that is pending; the clone of one that has succeeded stays, unless `terminate_clone_on_destroy` is `true`. If the same " +
    "clone is already in progress and no resource is known to manage it, an apply that was interrupted may have requested it: creating it again " +
    "is an error that shows the import block to paste.",
  schema,
  timeouts: { create: CREATE_TIMEOUT, delete: "6h" },
  updates: { resume, recreate },
  plan: planClone,
  create: createClone,
  read: readClone,
  delete: deleteClone,
  import: importBy("the identifiers of the source and of its cloning operation"),
  importIds: [{ form: "cluster_id/id", example: "kq3v9x2m7c1d/5b0d7c2e" }],
});

/** Reads a cloning operation. Its clone is a cluster of its own, and is read once: when the operation first names it. */
async function readClone(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  markClone(clientOf(call.service), state.target_cluster_id, state.id);
  const record = await readWorkflow(CLONE, call, state);
  if (!record) return missing(call, state);
  const isImport = call.privateState?.importing === true;
  if (isImport) call.setPrivateState({ ...privateStateOf(call.service, state.cluster_id), imported: true });
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

/** A record goes with its source, but the clone stays: while it is there, its cloning operation is too (docs/design/laws.md#l2). */
async function missing(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  const { target_cluster_id: target } = state;
  if (target !== null) {
    const clone = await clientOf(call.service).read(target, "shared", { signal: call.signal });
    if (clone.kind === "present") return {};
  }
  await refuseIfOperationListed(call, state);
  const left = target === null ? MAY_HAVE_LEFT : `Its clone ${target} is gone too.`;
  return gone(call, called(CLONE, state), "the cluster was terminated", left);
}
