import { withinVersion } from "../../../api/comparison";
import type { ClusterRecord, Observed } from "../../../client";
import type { NodeStatus, Nodes } from "../../../dataPlane";
import { formatDuration, parseDuration, TerraformError } from "../../../framework";
import { failedAs, waitTimeoutIn } from "../../model/errors";
import { privateStateOf } from "../../shared/child";
import { awaitCloneStart, whyNotInService } from "../../shared/cloning/create";
import { refuseManaged, refuseUnproved } from "../../shared/cloning/identity";
import { clientOf, nodesClientOf, nodeUrlsOf } from "../../shared/service";
import type { Check } from "./checks/check";
import { compareNodes, nodesTimedOut } from "./checks/nodes";
import { cloningOf, INSTEAD } from "./cloning";
import { type RehearsalCall, type RehearsalPrivateState, type RehearsalValues, TIMEOUTS } from "./schema";

/** A comparison would say nothing any more: the rehearsal has failed. */
export class NothingToCompare extends TerraformError {
  override name = "NothingToCompare";
}

/** The clone was terminated by somebody else: there is nothing left to compare. */
export class CloneGone extends NothingToCompare {
  override name = "CloneGone";
}

/**
 * The clone as soon as it is in service, and proved to be it: a key will be issued for it.
 *
 * @throws CloneGone when somebody has terminated it, NotTheClone when it is another cluster, TerraformError when it is not in service for
 * another reason.
 */
export async function startedClone(
  call: RehearsalCall,
  state: RehearsalValues,
  clone: string,
): Promise<ClusterRecord> {
  const { cluster_id: source } = state;
  const started = await awaitCloneStart(call, source, clone);
  await refuseManaged(call, cloningOf(state), clone, INSTEAD);
  await refuseUnproved(call, cloningOf(state), clone, INSTEAD, started);
  return serving(started, source, clone);
}

/**
 * What differs is the version's doing only where the clone is in service to the end.
 *
 * @throws as {@link startedClone}
 */
export async function refuseUnlessServing(
  { service, signal }: Pick<RehearsalCall, "service" | "signal">,
  source: string,
  clone: string,
): Promise<void> {
  serving(await clientOf(service).read(clone, "fresh", { signal }), source, clone);
}

function serving(seen: Observed, source: string, clone: string): ClusterRecord {
  const why = whyNotInService(seen);
  if (seen.kind === "present" && why === undefined) return seen.cluster;
  const summary = `Cluster ${clone}, the clone of ${source}, is not in service`;
  throw seen.kind === "leaving" ? new CloneGone(summary, why ?? "") : new TerraformError(summary, why ?? "");
}

/** The version that a rehearsal proves: as the service calls what the clone runs, where that is what was wanted. */
export function versionOf({ search_server_version: runs }: ClusterRecord, wanted: string): string {
  return runs !== null && withinVersion(runs, wanted) ? runs : wanted;
}

/** The nodes of the clone, opened with a key of its own, which is stored beside the state until the clone is terminated. */
export async function cloneNodes(
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
      "The service says that it is in service, and lists no hostname by which it could be reached.",
    );
  const apiKey = privateState?.cloneKey ?? (await issuedKey(call, source, id));
  const target = {
    urls,
    apiKey,
    keyOrigin: "this rehearsal, which was issued for the clone",
    named: `cluster ${id}, the clone of ${source}`,
  };
  return (await nodesClientOf(service)).at(target);
}

/** A pair whose answer is lost is valid until the clone is terminated; another one is issued. */
async function issuedKey(call: RehearsalCall, source: string, clone: string): Promise<string> {
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

/** What is stored so far; where it is lost, the rehearsal goes on with another key. */
export function privateStateIn(
  { service, privateState }: RehearsalCall,
  source: string,
): RehearsalPrivateState {
  return privateState ?? privateStateOf(service, source);
}

/**
 * Waits until every node of the clone is healthy at the version. A node that is not when the time is up is a result: a server that
 * does not start. But only after half of the time: where the service took all of it to make the clone, the next apply waits on. And only
 * where a node of the source is healthy: else it is the way to the nodes that fails.
 */
export async function awaitHealthy(
  call: RehearsalCall,
  { theirs: nodes, ours }: { readonly theirs: Nodes; readonly ours: Nodes },
  { timeouts }: RehearsalValues,
  { runs, wanted }: { readonly runs: string; readonly wanted: string },
): Promise<Check> {
  const { service, deadline, signal } = call;
  const client = clientOf(service);
  const { named } = nodes.target;
  const begun = client.clock.now();
  let check: Check | undefined;
  try {
    await client.wait({
      describe: `the nodes of ${named} to be healthy at server version ${wanted}`,
      poll: (polling) => nodes.each({ signal: polling }),
      judge: (statuses) => {
        check = compareNodes(statuses, { runs, wanted });
        return check ? "done" : "pending";
      },
      deadline,
      signal,
    });
  } catch (error) {
    const last = waitTimeoutIn<readonly NodeStatus[]>(error)?.lastAnswer;
    const waited = client.clock.now() - begun;
    const all = parseDuration(timeouts?.create ?? TIMEOUTS.create) ?? 0;
    if (!last || waited * 2 < all) throw error;
    if ((await ours.each({ signal, healthOnly: true })).every(({ healthy }) => !healthy)) throw error;
    return nodesTimedOut(last, runs, formatDuration(waited));
  }
  if (!check) throw new Error("A wait for nodes ended without a check");
  return check;
}
