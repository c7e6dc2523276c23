import { GONE, type Gone, TerraformError } from "../../framework";
import { refuseOtherHost } from "../child";
import { markClone, markManaged } from "../clusterChange/managedIds";
import { clientOf } from "../service";
import { resumeError } from "./create";
import { observedClone } from "./model";
import type { CloneValues } from "./schema";
import type { CloneCall } from "./types";

/** Reads a cloning operation; its clone is not read, it is a cluster of its own. */
export async function readClone(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  const { cluster_id: cluster, id } = state;
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  markClone(client, state.target_cluster_id);
  const record = await client.readCloningOperation(cluster, id ?? "", { signal: call.signal });
  if (!record) return missing(call, state);
  if (state.status !== record.status && (record.status === "failed" || record.status === "canceled")) {
    const { summary, detail } = resumeError(cluster, record);
    call.warn(summary, detail);
  }
  if (!call.privateState?.importing) return observedClone(record, state);
  call.setPrivateState({ cluster, host: client.host, imported: true });
  const { notification_email_addresses: addresses } = record;
  return {
    ...observedClone(record, state),
    notification_email_addresses: addresses.length > 0 ? addresses : null,
  };
}

/** A record goes with its source, but the clone stays: while it is there, its cloning operation is too (docs/design/laws.md#l2). */
async function missing(call: CloneCall, state: CloneValues): Promise<Partial<CloneValues> | Gone> {
  const { cluster_id: cluster, id, target_cluster_id: target } = state;
  if (call.privateState?.importing) {
    throw new TerraformError(
      `Cannot import cloning operation ${id}`,
      `The service answers 404: cluster ${cluster} has no such cloning operation, or this key cannot see it.`,
    );
  }
  refuseOtherHost(call, `Cloning operation ${id} of cluster ${cluster}`);
  if (target !== null) {
    const clone = await clientOf(call.service).read(target, "shared", { signal: call.signal });
    if (clone.kind === "present") return {};
  }
  call.warn(
    `Cloning operation ${id} of cluster ${cluster} is gone`,
    `The service answers 404: the cluster was terminated, or this key cannot see it. ` +
      (target === null
        ? "If it had created a clone by then, that is a cluster of its own and is billed: look for it in the account. "
        : `Its clone ${target} is gone too. `) +
      "It has been removed from the state.",
  );
  return GONE;
}
