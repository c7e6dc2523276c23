import type { Client, ConfigurationChangeRecord } from "../../client";
import {
  type ActionCall,
  type ActionPlanning,
  define,
  defineActionSchema,
  TerraformError,
  t,
  type ValuesOf,
} from "../../framework";
import { emailAddresses } from "../model/attributes";
import { describeChange } from "../model/describe";
import { capitalized } from "../model/words";
import { CHANGE, failureMessage, isInFlight } from "../shared/changes/inFlight";
import { markManaged } from "../shared/changes/managedIds";
import { isEqualChange } from "../shared/changes/orphans";
import { clusterDisplayName } from "../shared/child";
import { warnOfCredential } from "../shared/preflight/credential";
import { requestChange } from "../shared/requestChange";
import { INTERRUPTION, plannedBegin, scheduleOf, waits } from "../shared/schedule/moment";
import { instant, oneSchedule, windowBlock } from "../shared/schedule/schema";
import { clientOf, type Service } from "../shared/service";
import { clusterArgument, timeoutArgument } from "./arguments";
import { endedEarly, NOTHING_SENT } from "./ending";
import { reporting } from "./reporting";

const restartSchema = defineActionSchema({
  cluster_id: clusterArgument("Cluster reference ID of the cluster to restart."),
  perform_change_at: {
    type: t.string,
    mode: "optional",
    description:
      "The moment at which the restart begins (RFC 3339). Without it, and without a window, it begins as soon as possible. A restart that was already " +
      "requested for this moment is not requested again.",
    validators: [instant],
  },
  window: windowBlock({}),
  wait: {
    type: t.bool,
    mode: "optional",
    description:
      "Whether the action waits until the restart is done. The default is true without a schedule, and false with one.",
  },
  notification_email_addresses: {
    type: t.set(t.string),
    mode: "optional",
    description: "E-mail addresses that the service notifies of the restart.",
    validators: [emailAddresses],
  },
  timeout: timeoutArgument("How long to wait until the restart is done, a duration. The default is `6h`."),
});

type RestartValues = ValuesOf<typeof restartSchema>;

/** `action "searchcloud_restart"`: a configuration change without new values (docs/design/actions.md#restart). */
export const restart = define<Service>().action({
  name: "restart",
  description:
    "Restarts a cluster: a configuration change without new values, at once, at a moment or in a window, for example for server parameters that take effect at a " +
    "restart. It waits for an operation in flight first, because a cluster runs one at a time. A pending restart that fits the schedule counts as this one: no second " +
    "one is requested. Tools without actions use `triggers` of `searchcloud_configuration_change`.",
  schema: restartSchema,
  validators: [oneSchedule],
  timeout: "6h",
  plan: planRestart,
  invoke: invokeRestart,
});

async function planRestart(planning: ActionPlanning<RestartValues, Service>): Promise<void> {
  const { config, service, warn } = planning;
  const cluster = clusterDisplayName(config.cluster_id);
  await warnOfCredential(planning, `restart ${cluster}`, ["createConfigurationChange"]);
  warn(`${capitalized(cluster)} is restarted`, `${plannedBegin(config, service.client)} ${INTERRUPTION}`);
}

async function invokeRestart(call: ActionCall<Service>, config: RestartValues): Promise<void> {
  const { cluster_id: clusterId } = config;
  const client = clientOf(call.service);
  const { change, isFound } = await requestRestart(call, client, config).catch((error: unknown) => {
    throw endedEarly(error, NOTHING_SENT);
  });
  markManaged(client, clusterId, change.id);
  const what = describeChange(change);
  call.progress(
    isFound ? `${what} was requested before, and counts as this restart` : `${what} was requested`,
  );
  if (!waits(config) || !isInFlight(change)) return;
  const ended = await awaitRestart(call, client, clusterId, change);
  if (ended.status === "succeeded")
    return call.progress(`${describeChange(ended)}: cluster ${clusterId} was restarted`);
  throw new TerraformError(
    ...failureMessage(CHANGE, clusterId, ended, "To restart it, invoke the action again."),
  );
}

function requestRestart(call: ActionCall<Service>, client: Client, config: RestartValues) {
  const { cluster_id: clusterId, notification_email_addresses: notificationEmailAddresses } = config;
  const schedule = scheduleOf(config);
  const settings = {};
  return requestChange(call, client, {
    ...{ clusterId, schedule, notificationEmailAddresses, settings },
    purpose: "to restart",
    // One that has begun may have restarted nodes before the edits that this restart is for, unless a moment identifies it.
    existing: (changes) =>
      changes.find(
        (change) =>
          (change.status === "pending" || schedule.kind === "at") &&
          isEqualChange(client, change, { settings, schedule }),
      ),
  });
}

async function awaitRestart(
  { deadline, signal, progress }: ActionCall<Service>,
  client: Client,
  clusterId: string,
  change: ConfigurationChangeRecord,
): Promise<ConfigurationChangeRecord> {
  let last = change;
  try {
    const waiting = client.waitForChange(clusterId, change.id, {
      performChangeAt: CHANGE.dueAt(change),
      describe: `${describeChange(change)} of cluster ${clusterId} to be done`,
      deadline,
      signal,
      onPoll(seen) {
        if (seen.status !== last.status && isInFlight(seen)) progress(describeChange(seen));
        last = seen;
      },
    });
    // A pending restart may have to wait for days.
    return await reporting(client.clock, waiting, (minutes) => {
      if (last.status !== "pending") progress(`${describeChange(last)}: waiting for ${minutes} min`);
    });
  } catch (error) {
    throw endedEarly(error, `${describeChange(last)} ${goesOn(last)}`);
  }
}

function goesOn({ status }: ConfigurationChangeRecord): string {
  return status === "pending"
    ? "was requested, and the service carries it out. To prevent that, invoke searchcloud_cancel_change; invoking this action again waits for it."
    : "has begun, and the service completes it: it cannot be stopped. Invoking this action again would restart the cluster once more.";
}
