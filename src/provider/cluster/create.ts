import type { ClusterRecord, Observed } from "../../client";
import { TerminalFailure } from "../../framework";
import { describeCluster } from "../api/describe";
import { targetCounts } from "../api/topology";
import { markManaged } from "../clusterChange/managedIds";
import { clientOf } from "../service";
import { refuseDuplicate, takenInThisRun } from "./duplicates";
import { answeredValues, createBody } from "./model";
import { mayHold } from "./parameters/difference";
import { writeParameters } from "./parameters/write";
import { keptOf, restartOf } from "./privateState";
import type { ClusterCall } from "./read";
import { bringSize } from "./resize";
import type { ClusterValues } from "./schema";
import { updateTimeout } from "./timeouts";

/** Answers of 404 in a row after which a cluster that was just made is taken for gone. */
const MISSES_THAT_COUNT = 5;

/** Makes the cluster, and waits until it is in service. From the answer of POST on, its id is kept (docs/design/laws.md#l1). */
export async function createCluster(
  call: ClusterCall,
  planned: ClusterValues,
): Promise<Partial<ClusterValues>> {
  const made = await post(call, planned);
  const client = clientOf(call.service);
  markManaged(client, made.id);
  call.setPrivateState(keptOf(made.id, client.host, planned));
  call.saveState(startingValues(made, planned));
  const learned = await awaitService(call, made, planned, true);
  return { ...learned, ...(await startParameters(call, made, planned, learned)) };
}

/**
 * Writes the parameters of a cluster that has just come into service, and restarts it when its schedule says. That has the
 * time of an update: the time of a create is for the cluster to be in service.
 */
async function startParameters(
  call: ClusterCall,
  { id, name }: ClusterRecord,
  planned: ClusterValues,
  { live }: Partial<ClusterValues>,
): Promise<Partial<ClusterValues>> {
  const { server_parameters: wanted } = planned;
  if (!live || !mayHold(wanted)) return {};
  const cluster = { id, name };
  const deadline = clientOf(call.service).clock.now() + updateTimeout(planned);
  const server_parameters = await writeParameters(call, { cluster, wanted, owned: null, deadline });
  if (!restartOf(call.privateState).due) return { server_parameters };
  const size = { planned: live, edited: [], rescheduled: false };
  return { server_parameters, ...(await bringSize(call, cluster, planned, size, { keeps: {}, deadline })) };
}

async function post(call: ClusterCall, planned: ClusterValues): Promise<ClusterRecord> {
  const { service, signal } = call;
  const { name } = planned;
  const guarded = name !== null && !service.allowDuplicateNames;
  if (guarded && !service.names.take(name)) throw takenInThisRun(name);
  try {
    await refuseDuplicate(service, name, call.privateState?.id, signal);
    return await clientOf(service).createCluster(createBody(planned), { signal });
  } finally {
    if (guarded) service.names.free(name);
  }
}

/** What is known of a cluster before it has nodes: its record, and the topology that was asked for. */
function startingValues(record: ClusterRecord, planned: ClusterValues): Partial<ClusterValues> {
  const counts = targetCounts(planned);
  return {
    ...(counts && { region_node_counts: counts, regions: Object.keys(counts).sort() }),
    ...answeredValues(record, planned),
  };
}

/** Waits for a cluster that is on its way; also what a later apply resumes. */
export async function awaitService(
  call: ClusterCall,
  cluster: { readonly id: string; readonly name: string | null },
  planned: ClusterValues,
  seenJustNow = false,
): Promise<Partial<ClusterValues>> {
  const client = clientOf(call.service);
  let misses = 0;
  const seen = await client.waitForCluster(cluster.id, {
    describe: `cluster ${describeCluster(cluster)} to be in service`,
    seenJustNow,
    judge: (answer) => {
      misses = answer.kind === "missing" ? misses + 1 : 0;
      if (answer.kind === "present") call.saveState(startingValues(answer.cluster, planned));
      return judgeStart(answer, misses, describeCluster(cluster));
    },
    deadline: call.deadline,
    signal: call.signal,
  });
  return seen.kind === "present" ? startingValues(seen.cluster, planned) : {};
}

/** What a look at a starting cluster means. Only a cluster that is going away can never be finished. */
export function judgeStart(
  seen: Observed,
  misses: number,
  name: string,
): "done" | "pending" | { failed: string } {
  if (seen.kind === "leaving") {
    throw new TerminalFailure(
      `Cluster ${name} was terminated before it was in service`,
      `Its status is ${seen.cluster.status}. Somebody terminated it outside of Terraform; the next apply creates a new one.`,
    );
  }
  if (seen.kind === "missing") {
    return misses < MISSES_THAT_COUNT ? "pending" : { failed: "404: it is gone, or this key cannot see it" };
  }
  const { status, hostnames } = seen.cluster;
  if (status === "suspended") return { failed: "suspended: settle the account at the service" };
  return status === "in_service" && hostnames !== null ? "done" : "pending";
}
