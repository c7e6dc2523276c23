import {
  type ApiError,
  type Attempt,
  type Clock,
  doing,
  ended,
  explain,
  type Failure,
  isTransient,
  type Log,
  pause,
} from "../../client";
import { exhausted, type NodeFailure } from "../messages/exhausted";
import type { Way } from "./addressed";
import { isVerdict, mayBeDone, nextNode } from "./failover";

/** What became of one request to one node. */
export type Asked<T> = {
  readonly attempt: Attempt;
  /** Status of the answer, or how it failed, for the log. */
  readonly status: number | string;
  /** Whether the node has answered anything. */
  readonly answered: boolean;
} & ({ readonly value: T } | { readonly failed: Failure });

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
  /** Whether it may be carried out twice. */
  readonly repeatable: boolean;
  readonly write: boolean;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/** Asks one node after the other until one carries it out (docs/design/data-plane.md#nodes). Throws ApiError, or Interrupted. */
export async function askNodes<T>(
  { clock, random, log, named, ways, standing }: RoundsContext,
  { repeatable, write, signal, patienceMs }: RoundsOptions,
  ask: (way: Way) => Promise<Asked<T>>,
): Promise<T> {
  const since = clock.now();
  const failures = new Map<number, NodeFailure>();
  let node = standing.preferred;
  let [asked, rounds, attempts] = [0, 0, 0];
  let [passing, maybeDone] = [false, false];

  for (;;) {
    const startedAt = clock.now();
    const way = ways[node];
    if (way === undefined) throw new Error("There is no such node");
    const answer = await ask(way);
    const { attempt, status } = answer;
    [asked, attempts] = [asked + 1, attempts + 1];
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
    if ("value" in answer) {
      standing.preferred = node;
      return answer.value;
    }
    const { failed } = answer;
    const said = failures.get(node)?.failed.messages ?? [];
    const repeated = said.length > 0 && said.join() === failed.messages.join();
    failures.set(node, { attempt, failed });
    const spentMs = clock.now() - since;
    const effort = { repeatable, nodes: ways.length, asked, passing, repeated, rounds, spentMs, patienceMs };
    const next = nextNode(failed, { ...effort, reachedBefore: standing.reached }, random);
    maybeDone ||= write && mayBeDone(failed);
    if (next.step === "report" || next.step === "lost") {
      // Whoever sends a lost write again does not ask the same node first.
      standing.preferred = next.step === "report" ? node : (node + 1) % ways.length;
      const isRefusal = next.step === "report" && isVerdict(failed);
      throw explain(attempt, isRefusal ? { ...failed, kind: "refused" } : failed, next.step === "lost");
    }
    if (next.step === "exhausted") throw gaveUp(failures, named, maybeDone);
    const reason = { operation: attempt.operation, node: attempt.baseUrl, reason: ended(failed) };
    passing ||= isTransient(failed.kind);
    if (next.step === "next") log.info(`Could not ${doing(attempt)}, asking the next node`, reason);
    else {
      const seconds = Math.ceil(next.afterMs / 1000);
      log.warn(`Could not ${doing(attempt)} at any node, trying again in ${seconds} s`, reason);
      await pause(clock, next.afterMs, signal, `waiting to try again to ${doing(attempt)}`);
      [asked, rounds, passing] = [0, rounds + 1, false];
    }
    node = (node + 1) % ways.length;
  }
}

/** The last failure of each node, in the order of the nodes. */
function gaveUp(failures: ReadonlyMap<number, NodeFailure>, named: string, maybeDone: boolean): ApiError {
  const [first, ...others] = [...failures].sort(([a], [b]) => a - b).map(([, one]) => one);
  if (first === undefined) throw new Error("A call gave up that had not failed");
  return exhausted([first, ...others], named, maybeDone);
}
