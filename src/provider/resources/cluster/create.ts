import { CLUSTER_MISSES, missesInARow } from "../../../api/limits";
import type { ClusterRecord, Observed } from "../../../client";
import { TerminalError } from "../../../framework";
import { describeCluster } from "../../model/describe";
import { targetCounts } from "../../model/topology";
import { markManaged } from "../../shared/changes/managedIds";
import { runState } from "../../shared/runState";
import { clientOf, type Service } from "../../shared/service";
import { nameInUseError, refuseDuplicate } from "./existing";
import { awaitHealth } from "./health";
import { answeredValues, createBody } from "./model";
import { mayHold } from "./parameters/difference";
import { writeParameters } from "./parameters/write";
import { privateStateOf, restartOf } from "./privateState";
import { bringSize } from "./resize";
import type { ClusterCall, ClusterValues } from "./schema";

/** Creates the cluster, and waits until it is in service. The state has its id as soon as the POST is answered (docs/design/laws.md#l1). */
export async function createCluster(
  call: ClusterCall,
  values: ClusterValues,
): Promise<Partial<ClusterValues>> {
  const created = await post(call, values);
  const planned = { ...values, id: created.id };
  const client = clientOf(call.service);
  markManaged(client, created.id);
  const { memory, vcpu, auto_upgrade_capacity: isRaised } = planned;
  const configured = isRaised === true ? { configured: { memory, vcpu } } : undefined;
  call.setPrivateState(privateStateOf(client.host, planned, configured));
  call.saveState(startingValues(created, planned));
  const learned = await awaitService(call, planned, call.deadline, true);
  return { ...learned, ...(await startParameters(call, planned, learned)) };
}

/**
 * Writes the parameters of a cluster that has just entered service, and restarts it when its schedule allows. The timeout is that of
 * an update: the one of a create is for the cluster to be in service.
 */
async function startParameters(
  call: ClusterCall,
  planned: ClusterValues,
  { live }: Partial<ClusterValues>,
): Promise<Partial<ClusterValues>> {
  if (!live || !mayHold(planned.server_parameters)) return {};
  const { deadline } = call.timedAs("update");
  const server_parameters = await writeParameters(call, planned, null, deadline);
  if (!restartOf(call.privateState).due) return { server_parameters };
  const size = { planned: live, edited: [], rescheduled: false };
  return { server_parameters, ...(await bringSize(call, planned, size, deadline)) };
}

/** Names of the clusters that this run is creating: the second create of a name must see the first. */
const inCreation = runState((_: Service) => new Set<string>());

async function post(call: ClusterCall, planned: ClusterValues): Promise<ClusterRecord> {
  const { service, signal } = call;
  const { name } = planned;
  const isGuarded = name !== null && !service.allowDuplicateNames;
  if (isGuarded && inCreation(service).has(name)) throw nameInUseError(name);
  if (isGuarded) inCreation(service).add(name);
  try {
    await refuseDuplicate(call, name);
    return await clientOf(service).createCluster(createBody(planned), { signal });
  } finally {
    if (isGuarded) inCreation(service).delete(name);
  }
}

/** Returns the values of a cluster before it has nodes: those of its record, and the requested topology. */
function startingValues(record: ClusterRecord, planned: ClusterValues): Partial<ClusterValues> {
  const counts = targetCounts(planned);
  return {
    ...(counts && { region_node_counts: counts, regions: Object.keys(counts).sort() }),
    ...answeredValues(record, planned),
  };
}

/** Waits until a cluster is in service. A later apply resumes this wait. */
export async function awaitService(
  call: ClusterCall,
  planned: ClusterValues,
  deadline: number,
  seenJustNow = false,
): Promise<Partial<ClusterValues>> {
  const name = describeCluster(planned);
  const missed = missesInARow();
  const seen = await clientOf(call.service).waitForCluster(planned.id ?? "", {
    describe: `cluster ${name} to be in service`,
    seenJustNow,
    judge: (answer) => {
      const misses = missed(answer.kind === "missing");
      if (answer.kind === "present") call.saveState(startingValues(answer.cluster, planned));
      return judgeStart(answer, misses, name);
    },
    deadline,
    signal: call.signal,
  });
  if (seen.kind !== "present") return {};
  const values = startingValues(seen.cluster, planned);
  await awaitHealth(call, planned, values, deadline);
  return values;
}

/** Judges a read of a starting cluster. Only a cluster that is being terminated can never enter service. */
export function judgeStart(
  seen: Observed,
  misses: number,
  name: string,
): "done" | "pending" | { failed: string } {
  if (seen.kind === "leaving") {
    throw new TerminalError(
      `Cluster ${name} was terminated before it was in service`,
      `Its status is ${seen.cluster.status}: it was terminated outside of Terraform. The next apply creates a new one.`,
    );
  }
  if (seen.kind === "missing") {
    return misses < CLUSTER_MISSES ? "pending" : { failed: "404: it is gone, or this key cannot see it" };
  }
  const { status, hostnames } = seen.cluster;
  if (status === "suspended") return { failed: "suspended: settle the account with the service" };
  return status === "in_service" && hostnames !== null ? "done" : "pending";
}
