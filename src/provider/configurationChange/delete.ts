import { ENDED_STATUSES } from "../../api/enumerations";
import type { ConfigurationChangeRecord } from "../../client";
import { describeChange } from "../api/describe";
import { isRefusal } from "../api/errors";
import { refuseOtherHost } from "../child";
import { isInFlight, readInFlight } from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { refusedBeside } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import type { ChangeValues } from "./schema";
import type { ChangeCall } from "./types";

/** A change that has not begun is cancelled. One that has begun runs to its end: nothing undoes it. */
export async function deleteChange(call: ChangeCall, state: ChangeValues): Promise<void> {
  const { cluster_id: cluster, status } = state;
  if (status !== null && ENDED_STATUSES.includes(status)) return;
  const client = clientOf(call.service);
  markManaged(client, cluster, state.id);
  const begun = await client.exclusively(cluster, call.signal, () => cancel(call, state));
  if (!begun) return;
  call.warn(
    `Configuration change ${begun.id} of cluster ${cluster} has begun and continues`,
    `${describeChange(begun)}. Only a pending change can be cancelled. It has been removed from the state; the service completes it.`,
  );
}

/** Cancels the change, and returns it where it has begun. */
async function cancel(call: ChangeCall, state: ChangeValues): Promise<ConfigurationChangeRecord | undefined> {
  const { cluster_id: cluster, id } = state;
  const { signal } = call;
  const client = clientOf(call.service);
  const change = await client.readChange(cluster, id ?? "", { signal });
  if (!change) refuseOtherHost(call, `Configuration change ${id} of cluster ${cluster}`);
  if (!change || !isInFlight(change)) return undefined;
  if (change.status !== "pending") return change;
  try {
    const result = await client.cancelChange(cluster, change.id, { signal });
    return result.kind === "begun" ? result.record : undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // What belongs to a cluster that is going away goes with it (docs/design/laws.md#l11).
    const seen = await client.read(cluster, "fresh", { signal });
    if (seen.kind !== "present") return undefined;
    const { active, scheduled } = await readInFlight(client, cluster, signal);
    throw refusedBeside(error, active ?? scheduled);
  }
}
