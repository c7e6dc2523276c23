import type { ConfigurationChangeRecord } from "../../../client";
import { TerminalError } from "../../../framework";
import { describeChange } from "../../model/describe";
import { CHANGE, failureMessage, REQUESTED_AGAIN, STAYS } from "../../shared/changes/inFlight";
import { markManaged } from "../../shared/changes/managedIds";
import { existsAlreadyError, orphanedChange } from "../../shared/changes/orphans";
import { childPrivateState } from "../../shared/child";
import { requestChange } from "../../shared/requestChange";
import { scheduleOf, waits } from "../../shared/schedule/moment";
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

/** Requests the change, unless an interrupted apply may have requested it. */
async function request(call: ChangeCall, planned: ChangeValues): Promise<ConfigurationChangeRecord> {
  const { cluster_id: clusterId, notification_email_addresses: notificationEmailAddresses } = planned;
  const client = clientOf(call.service);
  const [settings, schedule] = [newSettings(planned), scheduleOf(planned)];
  const { change } = await requestChange(call, client, {
    ...{ clusterId, schedule, notificationEmailAddresses, settings },
    purpose: "to change",
    existing(changes) {
      const orphan = orphanedChange(client, clusterId, changes, { settings, schedule });
      if (orphan) throw existsAlreadyError(clusterId, { workflow: CHANGE, record: orphan });
      return undefined;
    },
  });
  return change;
}
