import type { Nodes } from "../../../dataPlane";
import { readPresentCluster } from "../../shared/child";
import { namedQueries } from "../../shared/comparison/answers";
import { compareCollections, countIn } from "../../shared/comparison/documents";
import { compareQueries } from "../../shared/comparison/queries";
import type { Check, Sides } from "../../shared/comparison/table";
import { clientOf } from "../../shared/service";
import {
  awaitHealthy,
  awaitStartedClone,
  NothingToCompareError,
  openCloneNodes,
  privateStateIn,
} from "./clone";
import type { RehearsalCall, RehearsalValues } from "./schema";
import { openSourceNodes, REHEARSAL_PURPOSE, readCounts, readVisibility } from "./source";
import { hasOvertaken, versionOf } from "./version";

/** The sides of a rehearsal, as its messages name them. */
export const SIDES: Sides = { reference: "the cluster", candidate: "the clone" };

/**
 * Compares a clone with its source as soon as its nodes are healthy at the wanted version. If they do not become healthy, nothing else
 * is compared.
 *
 * @throws CloneGoneError if the clone was terminated, NothingToCompareError if the source was upgraded meanwhile.
 */
export async function compareClusters(call: RehearsalCall, state: RehearsalValues): Promise<Check[]> {
  const { cluster_id: source, clone_cluster_id: clone, search_server_version: wanted } = state;
  const { service, signal } = call;
  const started = await awaitStartedClone(call, state, clone ?? "");
  const version = versionOf(started, wanted);
  call.setPrivateState({ ...privateStateIn(call, source), version });
  const cloneNodes = await openCloneNodes(call, source, started);
  const { search_server_version: runs } = await readPresentCluster(
    clientOf(service),
    source,
    REHEARSAL_PURPOSE,
    signal,
  );
  const { from } = privateStateIn(call, source);
  if (hasOvertaken(wanted, { from, runs }))
    throw new NothingToCompareError(
      `Cluster ${source} runs server version ${runs} now`,
      `It ran ${from} when the rehearsal of ${wanted} began, and was changed outside of it. The rehearsed version would no longer be an upgrade, so it is not verified.`,
    );
  const sourceNodes = await openSourceNodes(call, state);
  const versions = { runs: runs ?? "unknown", wanted: version };
  const healthy = await awaitHealthy(call, { sourceNodes, cloneNodes }, versions);
  if (!healthy.passed) return [healthy];

  const before = privateStateIn(call, source).before ?? {};
  const [after, candidate] = [await readCounts(sourceNodes, signal), await readCounts(cloneNodes, signal)];
  const unknown = Object.keys(candidate).filter(
    (name) => countIn(before, name) === undefined && countIn(after, name) === undefined,
  );
  const hidden = await readHidden(call, sourceNodes, unknown);
  const collections = compareCollections({ before, after, candidate, hidden }, SIDES);
  const queries = namedQueries(state.query);
  const { pollInterval: retryMs } = clientOf(service);
  const both = { reference: { nodes: sourceNodes }, candidate: { nodes: cloneNodes }, sides: SIDES, retryMs };
  return [healthy, ...collections, ...(await compareQueries(call, both, queries))];
}

/**
 * Finds out which of the collections that only the clone lists are hidden from the source's key. One that is missing is read again one
 * poll later, because a passing fault is not a difference of versions.
 */
async function readHidden(
  { service, signal }: RehearsalCall,
  nodes: Nodes,
  names: readonly string[],
): Promise<Set<string>> {
  const { clock, pollInterval } = clientOf(service);
  const hidden = new Set<string>();
  for (const name of names) {
    let visibility = await readVisibility(nodes, name, signal);
    if (visibility === "missing") {
      await clock.sleep(pollInterval, signal);
      visibility = await readVisibility(nodes, name, signal);
    }
    if (visibility === "hidden") hidden.add(name);
  }
  return hidden;
}
