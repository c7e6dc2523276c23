import { STARTING_STATUSES } from "../../../api/enumerations";
import type { Client, ClusterRecord, ConfigurationChangeRecord, Observed } from "../../../client";
import { TerraformError } from "../../../framework";
import { describeChange } from "../../model/describe";
import { difference, isEmptyChange, liveSizing, type Sizing } from "../../model/sizing";
import { CHANGE, failureMessage, type InFlight } from "./inFlight";
import { type Changes, goneError, isCatchingUp } from "./observe";

/** The part of a call that a wait needs. */
export interface Waiting {
  readonly deadline: number;
  /** The configured timeout, for messages. */
  readonly timeout: string;
  readonly signal: AbortSignal;
}

type Following = Waiting & { readonly client: Client };

/** Waits for a change, then until the cluster shows its result. @throws if the change failed or was cancelled. */
export async function awaitChange(
  clusterId: string,
  change: ConfigurationChangeRecord,
  target: Sizing,
  autoUpgrade: boolean,
  context: Following,
): Promise<ClusterRecord> {
  const { client, deadline, signal } = context;
  const ended = await client.waitForChange(clusterId, change.id, {
    performChangeAt: CHANGE.dueAt(change),
    describe: `${describeChange(change)} of cluster ${clusterId} to be done`,
    deadline,
    signal,
  });
  if (ended.status !== "succeeded")
    throw new TerraformError(
      ...failureMessage(CHANGE, clusterId, ended, "The next plan shows what differs."),
    );
  const purpose = "show the values of its configuration change";
  const shows = (cluster: ClusterRecord) =>
    cluster.status === "in_service" && isEmptyChange(difference(target, liveSizing(cluster), autoUpgrade));
  const seen = await awaitCluster(context, client, clusterId, purpose, shows);
  if (seen.kind === "present") return seen.cluster;
  throw goneError(clusterId);
}

/**
 * Returns a wait for the end of a change or a clone, which resolves to its last record. It throws a TerraformError if a change begins
 * too late to end in time.
 */
export function untilEnd(
  { deadline, timeout, signal }: Waiting,
  client: Client,
  clusterId: string,
  { workflow, record }: InFlight,
) {
  const what = workflow.describe(record);
  const wait = async () => {
    const due = workflow.dueAt(record);
    if (due !== null && due * 1000 - client.serverNow() > deadline - client.clock.now()) {
      throw new TerraformError(
        `Cluster ${clusterId} has another change in flight: ${record.id}`,
        `${what}. A cluster has one change at a time, and this one does not begin within ${timeout}. Cancel it, wait for ` +
          "it, or set a longer timeout.",
      );
    }
    const describe = `${what} of cluster ${clusterId} to end`;
    return workflow.wait(client)(clusterId, record.id, { describe, deadline, signal, performChangeAt: due });
  };
  return { what, wait };
}

/** Returns a wait for the start of a cluster. It also ends if the cluster is suspended, terminated or missing. */
export function untilInService(waiting: Waiting, client: Client, clusterId: string) {
  const isStarted = ({ status }: ClusterRecord) => !STARTING_STATUSES.includes(status);
  return {
    what: `the start of cluster ${clusterId}`,
    wait: () => awaitCluster(waiting, client, clusterId, "be in service", isStarted),
  };
}

/** Returns a wait until a cluster shows the result of a change. */
export function untilCaughtUp(
  context: Following,
  clusterId: string,
  change: ConfigurationChangeRecord,
  changes: Changes,
) {
  const { client } = context;
  const isShown = (now: ClusterRecord) => !isCatchingUp(change, changes, liveSizing(now), client.serverNow());
  const purpose = `show the values of configuration change ${change.id}`;
  return {
    what: describeChange(change),
    wait: () => awaitCluster(context, client, clusterId, purpose, isShown),
  };
}

/** Waits until a cluster is as expected, missing, or being terminated. */
function awaitCluster(
  { deadline, signal }: Waiting,
  client: Client,
  clusterId: string,
  purpose: string,
  isDone: (cluster: ClusterRecord) => boolean,
): Promise<Observed> {
  return client.waitForCluster(clusterId, {
    describe: `cluster ${clusterId} to ${purpose}`,
    judge: (seen) => (seen.kind === "present" && !isDone(seen.cluster) ? "pending" : "done"),
    deadline,
    signal,
  });
}
