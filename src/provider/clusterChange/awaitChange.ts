import type { ClusterRecord, ConfigurationChangeRecord, Observed } from "../../client";
import { TerraformError } from "../../framework";
import { describeChange } from "../api/describe";
import { difference, isNothing, liveSizing, type Sizing } from "../api/sizing";
import type { ActContext } from "./desiredState";
import { dueAt } from "./inFlight";

/** Waits for a change, then for the cluster to show what it brought. @throws when the change failed or was cancelled. */
export async function awaitChange(
  clusterId: string,
  change: ConfigurationChangeRecord,
  target: Sizing,
  autoUpgrade: boolean,
  { client, deadline, signal }: ActContext,
): Promise<ClusterRecord> {
  const ended = await client.waitForChange(clusterId, change.id, {
    performChangeAt: dueAt(change),
    describe: `${describeChange(change)} of cluster ${clusterId} to be done`,
    deadline,
    signal,
  });
  if (ended.status !== "succeeded") throw endedBadly(clusterId, ended);
  const seen = await client.waitForCluster(clusterId, {
    describe: `cluster ${clusterId} to show what its configuration change brought`,
    judge: (answer) => (shows(answer, target, autoUpgrade) ? "done" : "pending"),
    deadline,
    signal,
  });
  if (seen.kind === "present") return seen.cluster;
  throw new TerraformError(
    `Cluster ${clusterId} is gone`,
    "It went away while its change was waited for. Plan again.",
  );
}

function shows(seen: Observed, target: Sizing, autoUpgrade: boolean): boolean {
  if (seen.kind !== "present") return true;
  return (
    seen.cluster.status === "in_service" &&
    isNothing(difference(target, liveSizing(seen.cluster), autoUpgrade))
  );
}

function endedBadly(clusterId: string, change: ConfigurationChangeRecord): TerraformError {
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
