import type { ConfigurationChangeRecord } from "../../../client";
import { TerminalError } from "../../../framework";
import { describeChange } from "../../model/describe";
import { CHANGE, failureMessage, isInFlight, REQUESTED_AGAIN, STAYS } from "../../shared/changes/inFlight";
import { markManaged } from "../../shared/changes/managedIds";
import { existsAlreadyError, orphanedChange } from "../../shared/changes/orphans";
import { changeRequester } from "../../shared/changes/request";
import { untilEnd } from "../../shared/changes/waits";
import { type Attempt, whenFree } from "../../shared/changes/whenFree";
import { childPrivateState, readPresentCluster } from "../../shared/child";
import { chooseMoment, pastMomentError, scheduleOf, timingOf, waits } from "../../shared/schedule/moment";
import { clientOf } from "../../shared/service";
import { newSettings, observedChange } from "./model";
import type { ChangeCall, ChangeValues } from "./schema";

/** Requests the change, and waits for it if the configuration says so (docs/design/laws.md#l4, #l11). */
export async function createChange(call: ChangeCall, planned: ChangeValues): Promise<Partial<ChangeValues>> {
  const { cluster_id: cluster } = planned;
  const client = clientOf(call.service);
  const change = await request(call, planned);
  markManaged(client, cluster, change.id);
  call.setPrivateState(childPrivateState(call.service, cluster));
  call.saveState(observedChange(change));
  if (!waits(planned)) return observedChange(change);
  const ended = await client.waitForChange(cluster, change.id, {
    performChangeAt: change.perform_change_at,
    describe: `${describeChange(change)} of cluster ${cluster} to be done`,
    deadline: call.deadline,
    signal: call.signal,
    onPoll: (seen) => call.saveState(observedChange(seen)),
  });
  if (ended.status === "failed")
    throw new TerminalError(...failureMessage(CHANGE, cluster, ended, REQUESTED_AGAIN));
  // Only a warning: somebody cancelled it outside of Terraform, and may have had a reason.
  if (ended.status === "canceled") call.warn(...failureMessage(CHANGE, cluster, ended, STAYS));
  return observedChange(ended);
}

/** Requests the change after any operation in flight, because a cluster has one change at a time. */
async function request(call: ChangeCall, planned: ChangeValues): Promise<ConfigurationChangeRecord> {
  const { cluster_id: clusterId, notification_email_addresses: notificationEmailAddresses } = planned;
  const { signal } = call;
  const client = clientOf(call.service);
  const purpose = "to change";
  const settings = newSettings(planned);
  const schedule = scheduleOf(planned);
  const post = changeRequester({ clusterId, schedule, notificationEmailAddresses }, { client, signal });

  const attempt = async (): Promise<Attempt<ConfigurationChangeRecord>> => {
    const cluster = await readPresentCluster(client, clusterId, purpose, signal);
    const changes = await client.changes(clusterId, { signal });
    const orphan = orphanedChange(client, clusterId, changes, { settings, schedule });
    if (orphan) throw existsAlreadyError(clusterId, { workflow: CHANGE, record: orphan });
    const record = changes.find(isInFlight);
    if (record) return untilEnd(call, client, clusterId, { workflow: CHANGE, record });
    const moment = chooseMoment(schedule, timingOf(client));
    if ("past" in moment)
      throw pastMomentError(moment.past, client.serverNow(), `cluster ${clusterId}`, "perform_change_at");
    return post(settings, moment.at, { cluster, changes });
  };
  return whenFree(call, client, clusterId, { purpose, attempt });
}
