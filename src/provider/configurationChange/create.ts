import type { ApiError, Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { TerminalFailure, TerraformError } from "../../framework";
import { chooseMoment, leadOf, scheduleOf, waits } from "../schedule/moment";
import { clientOf } from "../service";
import { isPast, isRefusal, SIZE_FIELDS } from "../sizing/act";
import { describeChange } from "../sizing/words";
import type { ChangeValues } from "./fields";
import { askedSettings, observedChange } from "./model";
import type { ChangeCall } from "./resource";

/** How often another change may come first before it is given up. */
const MAX_ROUNDS = 5;

/** Asks for the change, and waits for it where the configuration says so (DESIGN.md, L4 and L11). */
export async function createChange(call: ChangeCall, planned: ChangeValues): Promise<Partial<ChangeValues>> {
  const change = await askFor(call, planned);
  call.keepPrivate({ cluster: planned.cluster_id, host: clientOf(call.service).host });
  call.keep(observedChange(change));
  if (!waits(scheduleBlock(planned))) return observedChange(change);
  const ended = await clientOf(call.service).waitForChange(planned.cluster_id, change.id, {
    performChangeAt: change.perform_change_at,
    describe: `${describeChange(change)} of cluster ${planned.cluster_id} to be done`,
    deadline: call.deadline,
    signal: call.signal,
    onLook: (seen) => call.keep(observedChange(seen)),
  });
  if (ended.status === "succeeded") return observedChange(ended);
  call.keep(observedChange(ended));
  throw new TerminalFailure(
    `Configuration change ${ended.id} of cluster ${planned.cluster_id} ${ended.status === "failed" ? "has failed" : "was cancelled"}`,
    `${describeChange(ended)}. The next apply asks for it again.`,
  );
}

/** The schedule of an explicit change, in the form of the cluster's. */
export function scheduleBlock(planned: ChangeValues) {
  const { perform_change_at, wait, window } = planned;
  return perform_change_at === null && wait === null && window === null
    ? null
    : { perform_change_at, wait, window };
}

async function askFor(call: ChangeCall, planned: ChangeValues): Promise<ConfigurationChangeRecord> {
  const client = clientOf(call.service);
  let withSizes = false;
  let first: ApiError | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const step = await client.exclusively(planned.cluster_id, call.signal, async () => {
      const seen = await client.read(planned.cluster_id, "fresh", { signal: call.signal });
      if (seen.kind !== "present") throw noCluster(planned.cluster_id);
      const changes = await client.changes(planned.cluster_id, { signal: call.signal });
      const active = changes.find(({ status }) => status === "pending" || status === "in_progress");
      if (active) return { active };
      try {
        return { made: await post(call, client, planned, changes, withSizes ? seen.cluster : undefined) };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { refused: error };
      }
    });
    if (step.made) return step.made;
    if (step.active) {
      await untilFree(call, client, planned.cluster_id, step.active);
      continue;
    }
    if (!step.refused) continue;
    if (await isBusy(call, client, planned.cluster_id)) continue;
    first ??= step.refused;
    const lacksSizes = !SIZE_FIELDS.some((field) => field in askedSettings(planned));
    if (withSizes || step.refused.status !== 400 || !lacksSizes) throw first;
    withSizes = true;
  }
  throw new TerraformError(
    `Cluster ${planned.cluster_id} is changed by others all the time`,
    `In ${MAX_ROUNDS} attempts, another change came first each time. Apply again later.`,
  );
}

async function post(
  { signal }: ChangeCall,
  client: Client,
  planned: ChangeValues,
  changes: readonly ConfigurationChangeRecord[],
  sizes: ClusterRecord | undefined,
): Promise<ConfigurationChangeRecord> {
  const now = client.serverNow();
  const moment = chooseMoment(scheduleOf(scheduleBlock(planned)), now, leadOf(client.pollInterval));
  if ("past" in moment) throw isPast(moment.past, now, planned.cluster_id, "perform_change_at");
  const readers = planned.notification_email_addresses;
  const known = new Set(changes.map(({ id }) => id));
  const body = {
    perform_change_at: moment.at,
    ...(sizes && { new_memory: sizes.memory, new_vcpu: sizes.vcpu }),
    ...askedSettings(planned),
    ...(readers && readers.length > 0 && { notification_email_addresses: readers }),
  };
  return client.createChange(planned.cluster_id, body, { signal, isKnown: (id) => known.has(id) });
}

/** Whether what was refused was a second change: then the one that came first is there now. */
async function isBusy({ signal }: ChangeCall, client: Client, clusterId: string): Promise<boolean> {
  const changes = await client.changes(clusterId, { signal });
  return changes.some(({ status }) => status === "pending" || status === "in_progress");
}

/** A change that is on its way is waited for if it can end in time; a later one is named at once. */
async function untilFree(
  { signal, deadline, timeout }: ChangeCall,
  client: Client,
  clusterId: string,
  active: ConfigurationChangeRecord,
): Promise<void> {
  const due = active.perform_change_at;
  if (due !== null && due * 1000 - client.serverNow() > deadline - client.clock.now()) {
    throw new TerraformError(
      `Cluster ${clusterId} has another change on its way`,
      `${describeChange(active)}. A cluster has one change at a time, and this one does not begin within ${timeout}. Cancel it, wait for ` +
        "it, or give a longer timeouts.create.",
    );
  }
  await client.waitForChange(clusterId, active.id, {
    performChangeAt: due,
    describe: `${describeChange(active)} of cluster ${clusterId}, which comes first, to end`,
    deadline,
    signal,
  });
}

function noCluster(id: string): TerraformError {
  return new TerraformError(
    `There is no cluster ${id} to change`,
    "The service answers 404 for it, or says that it is going away. Check cluster_id, and that this key can see the cluster.",
    ["cluster_id"],
  );
}
