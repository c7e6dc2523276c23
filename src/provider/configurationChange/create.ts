import type { ConfigurationChangeRecord } from "../../client";
import { TerminalFailure } from "../../framework";
import { describeChange } from "../api/describe";
import { NoCluster } from "../api/errors";
import { isInFlight } from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { existsAlreadyError, orphanedChange } from "../clusterChange/orphans";
import { changeRequester } from "../clusterChange/request";
import { untilEnd } from "../clusterChange/waits";
import { type Attempt, whenFree } from "../clusterChange/whenFree";
import { chooseMoment, leadOf, pastMomentError, scheduleOf, waits } from "../schedule/moment";
import { clientOf } from "../service";
import { newSettings, observedChange, scheduleBlock } from "./model";
import type { ChangeValues } from "./schema";
import type { ChangeCall } from "./types";

/** Requests the change, and waits for it where the configuration says so (docs/design/laws.md#l4, #l11). */
export async function createChange(call: ChangeCall, planned: ChangeValues): Promise<Partial<ChangeValues>> {
  const { cluster_id: clusterId } = planned;
  const client = clientOf(call.service);
  const change = await request(call, planned);
  markManaged(client, clusterId, change.id);
  call.setPrivateState({ cluster: clusterId, host: client.host });
  call.saveState(observedChange(change));
  if (!waits(scheduleBlock(planned))) return observedChange(change);
  const ended = await client.waitForChange(clusterId, change.id, {
    performChangeAt: change.perform_change_at,
    describe: `${describeChange(change)} of cluster ${clusterId} to be done`,
    deadline: call.deadline,
    signal: call.signal,
    onPoll: (seen) => call.saveState(observedChange(seen)),
  });
  if (ended.status === "failed") {
    call.saveState(observedChange(ended));
    throw new TerminalFailure(
      `Configuration change ${ended.id} of cluster ${clusterId} has failed`,
      `${describeChange(ended)}. The service leaves the cluster in a state between old and new. The next apply requests the change again.`,
    );
  }
  if (ended.status === "canceled") {
    call.warn(
      `Configuration change ${ended.id} of cluster ${clusterId} was cancelled`,
      "It was cancelled outside of Terraform while this apply waited for it. It stays in the state as cancelled; to request it again, change a " +
        "value of `triggers`.",
    );
  }
  return observedChange(ended);
}

/** Whatever is in flight comes first: a cluster has one change at a time. */
async function request(call: ChangeCall, planned: ChangeValues): Promise<ConfigurationChangeRecord> {
  const { cluster_id: clusterId, notification_email_addresses: notificationEmailAddresses } = planned;
  const { signal } = call;
  const client = clientOf(call.service);
  const purpose = "to change";
  const settings = newSettings(planned);
  const schedule = scheduleOf(scheduleBlock(planned));
  const post = changeRequester({ clusterId, schedule, notificationEmailAddresses }, { client, signal });

  const attempt = async (): Promise<Attempt<ConfigurationChangeRecord>> => {
    const seen = await client.read(clusterId, "fresh", { signal });
    if (seen.kind !== "present") throw new NoCluster(clusterId, purpose, seen);
    const changes = await client.changes(clusterId, { signal });
    const orphan = orphanedChange(client, clusterId, changes, { settings, schedule });
    if (orphan) throw existsAlreadyError(clusterId, { kind: "change", record: orphan });
    const record = changes.find(isInFlight);
    if (record) return untilEnd(call, client, clusterId, { kind: "change", record });
    const moment = chooseMoment(schedule, client.serverNow(), leadOf(client.pollInterval));
    if ("past" in moment)
      throw pastMomentError(moment.past, client.serverNow(), clusterId, "perform_change_at");
    return post(settings, moment.at, { cluster: seen.cluster, changes });
  };
  return whenFree(call, client, clusterId, { purpose, attempt });
}
