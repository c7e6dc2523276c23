import type { Nodes } from "../../../dataPlane";
import { type Call, TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { isUnreachable } from "../dataPlane";
import type { Service } from "../service";
import {
  type Answered,
  type AnsweredOrRefused,
  answeredIn,
  compareAnswers,
  type NamedQuery,
  sentParameters,
} from "./answers";
import type { Check, Sides } from "./table";

/** Runs of a query whose time is compared. */
export const RUNS = 5;

/** One side of a comparison: its nodes, and the collection to search instead of the one that each query names. */
interface ComparedSide {
  readonly nodes: Nodes;
  /** @default the collection of the query */
  readonly collection?: string;
}

interface BothSides {
  readonly reference: ComparedSide;
  readonly candidate: ComparedSide;
  readonly sides: Sides;
  /** Milliseconds before queries that the candidate refuses run again. */
  readonly retryMs: number;
}

/** Runs a query on one side, several times to measure it. */
export async function runQuery(
  { nodes, collection }: ComparedSide,
  query: NamedQuery,
  runs: number,
  signal: AbortSignal,
): Promise<Answered> {
  const search = () =>
    nodes.call(
      "searchDocuments",
      {
        path: { name: collection ?? query.collection },
        query: sentParameters(query),
        subject: `for the ${query.displayName}`,
      },
      { signal },
    );
  // Each response brings whole documents, so no more than one is held at a time.
  const first = answeredIn(await search());
  const times = [...first.times];
  while (times.length < runs) times.push(...answeredIn(await search()).times);
  return { ...first, times };
}

/** The results of a query so far. */
interface QueryResult {
  readonly reference: Answered;
  readonly candidate: AnsweredOrRefused;
  readonly isReached: boolean;
}

type QueryCall = Pick<Call<never, Service, never>, "signal" | "deadline" | "timeout">;

/**
 * Compares the results of queries. Queries that the candidate refuses run again a little later, because a passing fault is no
 * difference. If the candidate cannot be reached then either, no further query runs: each would wait for minutes.
 *
 * @throws TerraformError when the time is up, ApiError if the reference does not answer.
 */
export async function compareQueries(
  call: QueryCall,
  { reference, candidate, sides, retryMs }: BothSides,
  queries: readonly NamedQuery[],
): Promise<Check[]> {
  const { signal } = call;
  const { clock } = reference.nodes;
  const results = new Map<NamedQuery, QueryResult>();
  /** Returns the query at which the candidate could not be reached, if any. */
  const run = async (open: readonly NamedQuery[]) => {
    for (const query of open) {
      refuseLate(call, clock.now(), results.size, queries.length);
      const runs = query.max_slowdown === null ? 1 : RUNS;
      const answered = results.get(query)?.reference ?? (await runQuery(reference, query, runs, signal));
      const result = { reference: answered, ...(await runOnCandidate(candidate, query, runs, signal)) };
      results.set(query, result);
      if (!result.isReached) return query;
    }
    return undefined;
  };
  await run(queries);
  const open = queries.filter((query) => !isAnswered(results.get(query)));
  if (open.length > 0) {
    await clock.sleep(retryMs, signal);
    const unreached = await run(open);
    // If the reference does not answer either, the candidate is not at fault, and this throws.
    if (unreached) await runQuery(reference, unreached, 1, signal);
  }
  return queries.flatMap((query) => {
    const result = results.get(query);
    return result ? compareAnswers(query, result.reference, result.candidate, sides) : [];
  });
}

function isAnswered(result: QueryResult | undefined): boolean {
  return result !== undefined && !("refused" in result.candidate);
}

async function runOnCandidate(
  side: ComparedSide,
  query: NamedQuery,
  runs: number,
  signal: AbortSignal,
): Promise<Pick<QueryResult, "candidate" | "isReached">> {
  try {
    return { candidate: await runQuery(side, query, runs, signal), isReached: true };
  } catch (error) {
    const isAway = isUnreachable(error);
    if (!isAway && !failedAs(error, "refused", "invalid", "not_found", "contract")) throw error;
    return { candidate: { refused: error.summary }, isReached: !isAway };
  }
}

function refuseLate({ deadline, timeout }: QueryCall, now: number, done: number, all: number): void {
  if (now < deadline) return;
  throw new TerraformError(
    `Timed out after ${timeout} comparing the answers to the queries`,
    `${done} of ${all} were compared, and the next apply compares all of them. Set a longer timeout, or fewer queries, if that is not enough.`,
  );
}
