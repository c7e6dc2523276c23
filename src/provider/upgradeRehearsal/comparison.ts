import type { ErrorKind } from "../../client";
import type { Nodes } from "../../nodes";
import { failedAs } from "../api/errors";
import { presentCluster } from "../child";
import { clientOf } from "../service";
import type { Check } from "./checks/check";
import { compareCollections, countIn } from "./checks/documents";
import { awaitHealthy, cloneNodes, NothingToCompare, privateStateIn, startedClone, versionOf } from "./clone";
import { compareQueries } from "./queries";
import { calledQueries } from "./query";
import type { Counts, RehearsalCall, RehearsalValues } from "./schema";
import { countsOf, PURPOSE, sourceNodes } from "./source";
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
  const started = await startedClone(call, source, clone ?? "");
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

/** Lists show the collections that a key covers: of those that only the clone shows, a key may not read some. */
async function hiddenFrom(
  call: RehearsalCall,
  nodes: Nodes,
  names: readonly (keyof Counts)[],
): Promise<Set<string>> {
  const hidden = new Set<string>();
  for (const name of names.map(String)) {
    const read = () => nodes.call("getCollection", { path: { name } }, call);
    await unlessPassing(call, read, ["not_found"]).catch((error: unknown) => {
      if (failedAs(error, "auth")) hidden.add(name);
      else if (!failedAs(error, "not_found")) throw error;
    });
  }
  return hidden;
}

/** What fails in a way that would count is asked again, a poll later: a fault that passes says nothing of a version. */
async function unlessPassing<T>(
  { service, signal }: RehearsalCall,
  ask: () => Promise<T>,
  counted: readonly ErrorKind[],
): Promise<T> {
  const { clock, pollInterval } = clientOf(service);
  return ask().catch(async (error: unknown) => {
    if (!failedAs(error, ...counted)) throw error;
    await clock.sleep(pollInterval, signal);
    return ask();
  });
}
