import type { Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { readPresentCluster } from "../../shared/child";
import {
  type Answered,
  type AnsweredOrRefused,
  compareAnswers,
  type NamedQuery,
  namedQueries,
} from "../../shared/comparison/answers";
import { compareCollections, countIn } from "../../shared/comparison/documents";
import type { Check, Sides } from "../../shared/comparison/table";
import { isUnreachable } from "../../shared/dataPlane";
import { clientOf } from "../../shared/service";
import {
  awaitHealthy,
  awaitStartedClone,
  NothingToCompareError,
  openCloneNodes,
  privateStateIn,
} from "./clone";
import { type RehearsalCall, type RehearsalValues, RUNS } from "./schema";
import { openSourceNodes, REHEARSAL_PURPOSE, readCounts, readVisibility, runQuery } from "./source";
import { hasOvertaken, versionOf } from "./version";

/** The sides of a rehearsal, as its messages name them. */
export const SIDES: Sides = { reference: "the cluster", candidate: "the clone" };

/** The nodes of both clusters. */
interface BothNodes {
  readonly sourceNodes: Nodes;
  readonly cloneNodes: Nodes;
}

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
  return [healthy, ...collections, ...(await compareQueries(call, { sourceNodes, cloneNodes }, queries))];
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

/** The results of a query so far. */
interface QueryResult {
  readonly source: Answered;
  readonly clone: AnsweredOrRefused;
  readonly isReached: boolean;
}

type QueryCall = Pick<RehearsalCall, "service" | "signal" | "deadline" | "timeout">;

/**
 * Compares the results of queries. Queries that the clone refuses run again one poll later, because a passing fault is not a difference
 * of versions. If the clone cannot be reached then either, no further query runs: each would wait for minutes.
 *
 * @throws TerraformError when the time is up, ApiError if the source does not answer.
 */
export async function compareQueries(
  call: QueryCall,
  { sourceNodes, cloneNodes }: BothNodes,
  queries: readonly NamedQuery[],
): Promise<Check[]> {
  const { service, signal } = call;
  const { clock, pollInterval } = clientOf(service);
  const results = new Map<NamedQuery, QueryResult>();
  /** Returns the query at which the clone could not be reached, if any. */
  const run = async (open: readonly NamedQuery[]) => {
    for (const query of open) {
      refuseLate(call, results.size, queries.length);
      const runs = query.max_slowdown === null ? 1 : RUNS;
      const source = results.get(query)?.source ?? (await runQuery(sourceNodes, query, runs, signal));
      const result = { source, ...(await runOnClone(cloneNodes, query, runs, signal)) };
      results.set(query, result);
      if (!result.isReached) return query;
    }
    return undefined;
  };
  await run(queries);
  const open = queries.filter((query) => !isAnswered(results.get(query)));
  if (open.length > 0) {
    await clock.sleep(pollInterval, signal);
    const unreached = await run(open);
    // If the source does not answer either, the clone is not at fault, and this throws.
    if (unreached) await runQuery(sourceNodes, unreached, 1, signal);
  }
  return queries.flatMap((query) => {
    const result = results.get(query);
    return result ? compareAnswers(query, result.source, result.clone, SIDES) : [];
  });
}

function isAnswered(result: QueryResult | undefined): boolean {
  return result !== undefined && !("refused" in result.clone);
}

async function runOnClone(
  nodes: Nodes,
  query: NamedQuery,
  runs: number,
  signal: AbortSignal,
): Promise<Pick<QueryResult, "clone" | "isReached">> {
  try {
    return { clone: await runQuery(nodes, query, runs, signal), isReached: true };
  } catch (error) {
    const isAway = isUnreachable(error);
    if (!isAway && !failedAs(error, "refused", "invalid", "not_found", "contract")) throw error;
    return { clone: { refused: error.summary }, isReached: !isAway };
  }
}

function refuseLate({ service, deadline, timeout }: QueryCall, done: number, all: number): void {
  if (clientOf(service).clock.now() < deadline) return;
  throw new TerraformError(
    `Timed out after ${timeout} comparing the answers to the queries`,
    `${done} of ${all} were compared, and the next apply compares all of them. Set a longer timeouts.create, or fewer queries, if that is not enough.`,
  );
}
