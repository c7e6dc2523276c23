import { type Clock, doing, ended, explain, type Log, pause } from "../../client";
import type { NodeFailure } from "../messages/exhausted";
import type { Way } from "./addressed";
import { catchUpMs } from "./catchUp";
import { afterDoubt, isDoubtful, isVerdict, mayBeDone, type NextNode, nextNode } from "./failover";
import { type Asked, createRound, gaveUp } from "./round";

/** What all calls to the same nodes know of them. */
export interface Standing {
  /** The node that is asked first: the last one that has answered, or the one after that which lost a write. */
  preferred: number;
  /** Whether any of them has ever answered. */
  reached: boolean;
}

export interface RoundsContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly named: string;
  readonly ways: readonly Way[];
  readonly standing: Standing;
}

export interface RoundsOptions {
  /** Whether a second request may change something. */
  readonly write: boolean;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  /** When all nodes know the key, which this process has made, by the clock; undefined: it has not made it. */
  readonly keyKnownFrom?: number | undefined;
  /** When this process made something else that the request cannot do without. */
  readonly madeAt?: number | undefined;
  /** When this process deleted what is asked for. */
  readonly deletedAt?: number | undefined;
}

/** Asks one node after the other until one carries it out (docs/design/data-plane.md#nodes). Throws ApiError, or Interrupted. */
export async function askNodes<T>(
  { clock, random, log, named, ways, standing }: RoundsContext,
  { write, signal, patienceMs, keyKnownFrom, madeAt, deletedAt }: RoundsOptions,
  ask: (way: Way) => Promise<Asked<T>>,
): Promise<T> {
  const since = clock.now();
  const lagMs = catchUpMs(ways.map(({ baseUrl }) => baseUrl));
  const until = (at: number | undefined) => (at === undefined ? 0 : at + lagMs - since);
  const untils = {
    keyUntilMs: keyKnownFrom === undefined ? undefined : keyKnownFrom - since,
    madeUntilMs: until(madeAt),
    deletedUntilMs: until(deletedAt),
  };
  const failures = new Map<number, NodeFailure>();
  let round = createRound<T>();
  let node = standing.preferred;
  let [rounds, attempts] = [0, 0];
  let [maybeDone, doubted] = [false, false];

  /** Where the call goes on. Throws what ends it. */
  function after(answer: Asked<T>, isDoubted: boolean): NextNode {
    round.take(node, answer, isDoubted);
    const { asked, said } = round;
    const spentMs = clock.now() - since;
    const doubt = { nodes: ways.length, asked, said, rounds, spentMs, catchUpMs: lagMs, ...untils };
    if ("value" in answer) return afterDoubt(doubt, random);
    const { attempt, failed } = answer;
    const before = failures.get(node)?.failed.messages ?? [];
    const repeated = before.length > 0 && before.join() === failed.messages.join();
    failures.set(node, { attempt, failed });
    if (isDoubted) return afterDoubt(doubt, random);
    const effort = { ...doubt, write, passing: round.isPassing, repeated, doubted, patienceMs };
    const next = nextNode(failed, { ...effort, reachedBefore: standing.reached }, random);
    maybeDone ||= write && mayBeDone(failed);
    if (next.step !== "report" && next.step !== "lost") return next;
    // Whoever sends a lost write again does not ask the same node first.
    standing.preferred = next.step === "report" ? node : (node + 1) % ways.length;
    const isRefusal = next.step === "report" && isVerdict(failed);
    throw explain(attempt, isRefusal ? { ...failed, kind: "refused" } : failed, next.step === "lost");
  }

  for (;;) {
    const startedAt = clock.now();
    const way = ways[node];
    if (way === undefined) throw new Error("There is no such node");
    const answer = await ask(way);
    const { attempt, status } = answer;
    attempts += 1;
    log.debug("Node request", {
      operation: attempt.operation,
      method: attempt.method,
      node: attempt.baseUrl,
      path: attempt.path,
      status,
      ms: Math.round(clock.now() - startedAt),
      attempt: attempts,
    });
    standing.reached ||= answer.answered;
    const isDoubted =
      "failed" in answer ? isDoubtful(answer.failed) : clock.now() - since < untils.deletedUntilMs;
    if ("value" in answer && !isDoubted) {
      standing.preferred = node;
      return answer.value;
    }
    const next = after(answer, isDoubted);
    if (next.step === "exhausted") throw gaveUp(failures, named, maybeDone);
    if (next.step === "agreed") {
      const agreed = round.agreed(keyKnownFrom !== undefined);
      standing.preferred = agreed.node;
      if ("value" in agreed) return agreed.value;
      throw agreed.error;
    }
    const why = "failed" in answer ? ended(answer.failed) : "shows what this run has deleted";
    const reason = { operation: attempt.operation, node: attempt.baseUrl, reason: why };
    if (next.step === "round") {
      const seconds = Math.ceil(next.afterMs / 1000);
      log.warn(`Could not ${doing(attempt)} at any node, trying again in ${seconds} s`, reason);
      await pause(clock, next.afterMs, signal, `waiting to try again to ${doing(attempt)}`);
      doubted ||= Object.values(round.said).some((count) => count > 0);
      [round, rounds] = [createRound(), rounds + 1];
    } else if (isDoubted) log.debug("A node that lags behind may say this: asking the next node", reason);
    else log.info(`Could not ${doing(attempt)}, asking the next node`, reason);
    node = (node + 1) % ways.length;
  }
}
