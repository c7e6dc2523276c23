import type { Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { isUnreachable } from "../../shared/dataPlane";
import { clientOf } from "../../shared/service";
import { type Answered, type AnsweredByClone, compareQuery } from "./checks/answers";
import type { Check } from "./checks/check";
import type { CalledQuery } from "./query";
import { type RehearsalCall, RUNS } from "./schema";
import { answersTo } from "./source";

/** What a query has come to so far. */
interface Asked {
  readonly source: Answered;
  readonly clone: AnsweredByClone;
  readonly isReached: boolean;
}

type Asking = Pick<RehearsalCall, "service" | "signal" | "deadline" | "timeout">;

/**
 * Compares what both answer. All that the clone does not answer is asked once more, a poll later: a fault that passes says nothing
 * of a version. When the clone cannot be reached then either, no other query is asked: each would wait for minutes.
 *
 * @throws TerraformError when the time is up, ApiError where the source does not answer.
 */
export async function compareQueries(
  call: Asking,
  { ours, theirs }: { readonly ours: Nodes; readonly theirs: Nodes },
  queries: readonly CalledQuery[],
): Promise<Check[]> {
  const { service, signal } = call;
  const { clock, pollInterval } = clientOf(service);
  const asked = new Map<CalledQuery, Asked>();
  const askUntilAway = async (open: readonly CalledQuery[]) => {
    for (const query of open) {
      refuseLate(call, asked.size, queries.length);
      const runs = query.max_slowdown === null ? 1 : RUNS;
      const source = asked.get(query)?.source ?? (await answersTo(ours, query, runs, signal));
      const answer = { source, ...(await askClone(theirs, query, runs, signal)) };
      asked.set(query, answer);
      if (!answer.isReached) return query;
    }
    return undefined;
  };
  await askUntilAway(queries);
  const open = queries.filter((query) => !isAnswered(asked.get(query)));
  if (open.length > 0) {
    await clock.sleep(pollInterval, signal);
    const away = await askUntilAway(open);
    // Where the source does not answer either, it is not the clone that fails.
    if (away) await answersTo(ours, away, 1, signal);
  }
  return queries.flatMap((query) => {
    const answer = asked.get(query);
    return answer ? compareQuery(query, answer.source, answer.clone) : [];
  });
}

function isAnswered(asked: Asked | undefined): boolean {
  return asked !== undefined && !("refused" in asked.clone);
}

async function askClone(
  nodes: Nodes,
  query: CalledQuery,
  runs: number,
  signal: AbortSignal,
): Promise<Pick<Asked, "clone" | "isReached">> {
  try {
    return { clone: await answersTo(nodes, query, runs, signal), isReached: true };
  } catch (error) {
    const isAway = isUnreachable(error);
    if (!isAway && !failedAs(error, "refused", "invalid", "not_found", "contract")) throw error;
    return { clone: { refused: error.summary }, isReached: !isAway };
  }
}

function refuseLate({ service, deadline, timeout }: Asking, done: number, all: number): void {
  if (clientOf(service).clock.now() < deadline) return;
  throw new TerraformError(
    `Timed out after ${timeout} comparing the answers to the queries`,
    `${done} of ${all} were compared, and the next apply compares all of them. Set a longer timeouts.create, or fewer queries, if that is not enough.`,
  );
}
