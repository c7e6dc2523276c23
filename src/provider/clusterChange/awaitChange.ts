import type { ClusterRecord, ConfigurationChangeRecord, Observed } from "../../client";
import { TerraformError } from "../../framework";
import { describeChange } from "../api/describe";
import { difference, isNothing, liveSizing, type Sizing } from "../api/sizing";
import { isCatchingUp } from "./catchingUp";
import type { ChangeContext } from "./desiredState";
import { dueAt } from "./inFlight";
import { goneError } from "./observe";

/** Waits for a change, then for the cluster to show what it brought. @throws when the change failed or was cancelled. */
export async function awaitChange(
  clusterId: string,
  change: ConfigurationChangeRecord,
  target: Sizing,
  autoUpgrade: boolean,
  { client, deadline, signal }: ChangeContext,
): Promise<ClusterRecord> {
  const ended = await client.waitForChange(clusterId, change.id, {
    performChangeAt: dueAt(change),
    describe: `${describeChange(change)} of cluster ${clusterId} to be done`,
    deadline,
    signal,
  });
  if (ended.status !== "succeeded") throw endedBadlyError(clusterId, ended);
  const seen = await client.waitForCluster(clusterId, {
    describe: `cluster ${clusterId} to show the values of its configuration change`,
    judge: (answer) => (shows(answer, target, autoUpgrade) ? "done" : "pending"),
    deadline,
    signal,
  });
  if (seen.kind === "present") return seen.cluster;
  throw goneError(clusterId);
}

/** Waits for a cluster that does not show yet what a change has brought. */
export function untilCaughtUp(
  clusterId: string,
  change: ConfigurationChangeRecord,
  changes: readonly ConfigurationChangeRecord[],
  { client, deadline, signal }: ChangeContext,
) {
  const lags = (seen: Observed) =>
    seen.kind === "present" && isCatchingUp(change, changes, liveSizing(seen.cluster), client.serverNow());
  return {
    what: describeChange(change),
    wait: () =>
      client.waitForCluster(clusterId, {
        describe: `cluster ${clusterId} to show the values of configuration change ${change.id}`,
        judge: (seen) => (lags(seen) ? "pending" : "done"),
        deadline,
        signal,
      }),
  };
}

function shows(seen: Observed, target: Sizing, autoUpgrade: boolean): boolean {
  if (seen.kind !== "present") return true;
  return (
    seen.cluster.status === "in_service" &&
    isNothing(difference(target, liveSizing(seen.cluster), autoUpgrade))
  );
}

function endedBadlyError(clusterId: string, change: ConfigurationChangeRecord): TerraformError {
  const [what, next] =
    change.status === "failed"
      ? [
          "has failed",
          "The service leaves the cluster in a state between old and new; the next plan shows what differs.",
        ]
      : ["was cancelled outside of Terraform", "The next plan shows what is missing."];
  return new TerraformError(
    `Configuration change ${change.id} of cluster ${clusterId} ${what}`,
    `${describeChange(change)}. ${next}`,
  );
}
