import type { Nodes } from "../../../dataPlane";
import { presentCluster } from "../../shared/child";
import { clientOf } from "../../shared/service";
import type { Check } from "./checks/check";
import { compareCollections, countIn } from "./checks/documents";
import { awaitHealthy, cloneNodes, NothingToCompare, privateStateIn, startedClone, versionOf } from "./clone";
import { compareQueries } from "./queries";
import { calledQueries } from "./query";
import type { RehearsalCall, RehearsalValues } from "./schema";
import { countsOf, PURPOSE, sightOf, sourceNodes } from "./source";
import { hasOvertaken } from "./version";

/**
 * Compares a clone with its source, once its nodes are healthy at the wanted version; where they are not, nothing else is
 * compared.
 *
 * @throws CloneGone when somebody has terminated the clone, NothingToCompare when somebody has upgraded the source.
 */
export async function compareClusters(call: RehearsalCall, state: RehearsalValues): Promise<Check[]> {
  const { cluster_id: source, clone_cluster_id: clone, search_server_version: wanted } = state;
  const { service, signal } = call;
  const started = await startedClone(call, state, clone ?? "");
  const version = versionOf(started, wanted);
  call.setPrivateState({ ...privateStateIn(call, source), version });
  const theirs = await cloneNodes(call, source, started);
  const { search_server_version: runs } = await presentCluster(clientOf(service), source, PURPOSE, signal);
  const { from } = privateStateIn(call, source);
  if (hasOvertaken(wanted, { from, runs }))
    throw new NothingToCompare(
      `Cluster ${source} runs server version ${runs} now`,
      `It ran ${from} when the rehearsal of ${wanted} began, and was changed outside of it. The rehearsed version would be no upgrade any more, so it is not verified.`,
    );
  const ours = await sourceNodes(call, state);
  const versions = { runs: runs ?? "unknown", wanted: version };
  const healthy = await awaitHealthy(call, { theirs, ours }, state, versions);
  if (!healthy.passed) return [healthy];

  const before = privateStateIn(call, source).before ?? {};
  const [after, held] = [await countsOf(ours, signal), await countsOf(theirs, signal)];
  const unknown = Object.keys(held).filter(
    (name) => countIn(before, name) === undefined && countIn(after, name) === undefined,
  );
  const hidden = await hiddenFrom(call, ours, unknown);
  const checks = [healthy, ...compareCollections({ before, after, clone: held, hidden })];
  return [...checks, ...(await compareQueries(call, { ours, theirs }, calledQueries(state.query)))];
}

/**
 * Lists show the collections that a key covers: of those that only the clone shows, a key may not read some. One that is missing
 * is looked for again, a poll later: a fault that passes says nothing of a version.
 */
async function hiddenFrom(
  { service, signal }: RehearsalCall,
  nodes: Nodes,
  names: readonly string[],
): Promise<Set<string>> {
  const { clock, pollInterval } = clientOf(service);
  const hidden = new Set<string>();
  for (const name of names) {
    let sight = await sightOf(nodes, name, signal);
    if (sight === "missing") {
      await clock.sleep(pollInterval, signal);
      sight = await sightOf(nodes, name, signal);
    }
    if (sight === "hidden") hidden.add(name);
  }
  return hidden;
}
