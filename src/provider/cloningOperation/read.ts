import type { Gone } from "../../framework";
import { gone, privateStateOf } from "../child";
import { markClone } from "../clusterChange/managedIds";
import { clientOf } from "../service";
import { CLONE, called, readWorkflow } from "../workflow";
import { observedClone } from "./model";
import type { CloneCall, CloneValues } from "./schema";

/** Reads a cloning operation; its clone is not read, it is a cluster of its own. */
export async function readClone(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  markClone(clientOf(call.service), state.target_cluster_id);
  const record = await readWorkflow(CLONE, call, state);
  if (!record) return missing(call, state);
  if (!call.privateState?.importing) return observedClone(record, state);
  call.setPrivateState({ ...privateStateOf(call.service, state.cluster_id), imported: true });
  const { notification_email_addresses: addresses } = record;
  return {
    ...observedClone(record, state),
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
  const left =
    target === null
      ? "If it had created a clone by then, that is a cluster of its own and is billed: look for it in the account."
      : `Its clone ${target} is gone too.`;
  return gone(call, called(CLONE, state), "the cluster was terminated", left);
}
