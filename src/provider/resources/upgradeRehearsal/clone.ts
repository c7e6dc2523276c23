import type { ClusterRecord, Observed } from "../../../client";
import type { NodeStatus, Nodes } from "../../../dataPlane";
import { formatDuration, parseDuration, TerraformError } from "../../../framework";
import { failedAs, waitTimeoutIn } from "../../model/errors";
import { childPrivateState } from "../../shared/child";
import { awaitCloneStart, whyNotInService } from "../../shared/cloning/create";
import { refuseManaged, refuseUnproved } from "../../shared/cloning/identity";
import type { CloningState } from "../../shared/cloning/proof";
import type { Check } from "../../shared/comparison/table";
import { clientOf, nodesClientOf, nodeUrlsOf } from "../../shared/service";
import type { RehearsalCall, RehearsalPrivateState, RehearsalValues } from "./schema";
import { compareNodeVersions, nodesTimedOut } from "./version";

/** The advice for a rehearsal whose operation names a cluster that is not its clone, as a sentence. */
export const NOT_THE_CLONE = "Then remove the rehearsal from the state.";

/** Returns the cloning operation that a rehearsal has requested. */
export function cloningOf(state: RehearsalValues): CloningState {
  const { id, cluster_id, clone_cluster_id: clone, target_region, search_server_version, started_at } = state;
  return {
    id,
    cluster_id,
    status: clone === null ? "in_progress" : "succeeded",
    target_cluster_id: clone,
    target_region,
    search_server_version,
    created_at: started_at,
  };
}

/** A comparison would prove nothing any more, so the rehearsal has failed. */
export class NothingToCompareError extends TerraformError {
  override name = "NothingToCompareError";
}

/** The clone was terminated outside of Terraform, so there is nothing left to compare. */
export class CloneGoneError extends NothingToCompareError {
  override name = "CloneGoneError";
}

/**
 * Waits until the clone is in service, and proves that it is the clone, because a key will be issued for it.
 *
 * @throws CloneGoneError if it was terminated, NotTheCloneError if it is another cluster, TerraformError if it is not in service for
 * another reason.
 */
export async function awaitStartedClone(
  call: RehearsalCall,
  state: RehearsalValues,
  clone: string,
): Promise<ClusterRecord> {
  const { cluster_id: source } = state;
  const started = await awaitCloneStart(call, source, clone);
  await refuseManaged(call, cloningOf(state), clone, NOT_THE_CLONE);
  await refuseUnproved(call, cloningOf(state), clone, NOT_THE_CLONE, started);
  return requireInService(started, source, clone);
}

/**
 * Checks that the clone is still in service: only then is a difference due to the version.
 *
 * @throws as {@link awaitStartedClone}
 */
export async function refuseUnlessInService(
  { service, signal }: Pick<RehearsalCall, "service" | "signal">,
  source: string,
  clone: string,
): Promise<void> {
  requireInService(await clientOf(service).read(clone, "fresh", { signal }), source, clone);
}

function requireInService(seen: Observed, source: string, clone: string): ClusterRecord {
  const why = whyNotInService(seen);
  if (seen.kind === "present" && why === undefined) return seen.cluster;
  const summary = `Cluster ${clone}, the clone of ${source}, is not in service`;
  throw seen.kind === "leaving"
    ? new CloneGoneError(summary, why ?? "")
    : new TerraformError(summary, why ?? "");
}

/** Opens the nodes of the clone with a key of its own, which is stored in private state until the clone is terminated. */
export async function openCloneNodes(
  call: RehearsalCall,
  source: string,
  cluster: ClusterRecord,
): Promise<Nodes> {
  const { service, privateState } = call;
  const { id } = cluster;
  const urls = nodeUrlsOf(service, cluster);
  if (urls.length === 0)
    throw new TerraformError(
      `Cluster ${id}, the clone of ${source}, names no nodes`,
      "The service reports it as in service, but lists no hostname at which it could be reached.",
    );
  const apiKey = privateState?.cloneKey ?? (await issueKey(call, source, id));
  const target = {
    urls,
    apiKey,
    keyOrigin: "this rehearsal, which was issued for the clone",
    named: `cluster ${id}, the clone of ${source}`,
  };
  return (await nodesClientOf(service)).at(target);
}

/** Issues a key. If the response is lost, another one is issued: the lost one is valid until the clone is terminated. */
async function issueKey(call: RehearsalCall, source: string, clone: string): Promise<string> {
  const { service, signal, deadline } = call;
  const client = clientOf(service);
  const pair = await client.wait({
    describe: `a key to cluster ${clone}, the clone of ${source}`,
    poll: (polling) =>
      client.issueApiKeys(clone, { signal: polling }).catch((error: unknown) => {
        if (failedAs(error, "lost_write")) return null;
        throw error;
      }),
    judge: (answer) => (answer ? "done" : "pending"),
    deadline,
    signal,
  });
  const cloneKey = pair?.admin_key ?? "";
  call.setPrivateState({ ...privateStateIn(call, source), cloneKey });
  return cloneKey;
}

/** Returns the private state so far. If it is lost, the rehearsal continues with another key. */
export function privateStateIn(
  { service, privateState }: RehearsalCall,
  source: string,
): RehearsalPrivateState {
  return privateState ?? childPrivateState(service, source);
}

/**
 * Waits until every node of the clone is healthy at the version. A node that is not healthy at the deadline is a result, a server that
 * does not start, on two conditions: the wait had at least half of the timeout (if the service took it to make the clone, the next apply
 * waits again), and a node of the source is healthy (otherwise the network may be at fault).
 */
export async function awaitHealthy(
  call: RehearsalCall,
  { sourceNodes, cloneNodes }: { readonly sourceNodes: Nodes; readonly cloneNodes: Nodes },
  { runs, wanted }: { readonly runs: string; readonly wanted: string },
): Promise<Check> {
  const { service, deadline, signal } = call;
  const client = clientOf(service);
  const begun = client.clock.now();
  let comparison: Check | undefined;
  try {
    await client.wait({
      describe: `the nodes of ${cloneNodes.target.named} to be healthy at server version ${wanted}`,
      poll: (polling) => cloneNodes.each({ signal: polling }),
      judge: (statuses) => {
        comparison = compareNodeVersions(statuses, { runs, wanted });
        return comparison ? "done" : "pending";
      },
      deadline,
      signal,
    });
  } catch (error) {
    const last = waitTimeoutIn<readonly NodeStatus[]>(error)?.lastAnswer;
    const waited = client.clock.now() - begun;
    if (!last || waited * 2 < (parseDuration(call.timeout) ?? 0)) throw error;
    const atSource = await sourceNodes.each({ signal, healthOnly: true });
    if (atSource.every(({ healthy }) => !healthy)) throw error;
    return nodesTimedOut(last, runs, formatDuration(waited));
  }
  if (!comparison) throw new Error("A wait for nodes ended without a comparison");
  return comparison;
}
