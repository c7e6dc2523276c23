import type { Attempt, Failure } from "../../http/attempt";
import { type Clock, pause } from "../../http/clock";
import type { ApiError } from "../../http/error";
import type { Log } from "../../http/exchange";
import { describeAttempt, describeEnd, explain, withLine } from "../../http/explain";
import { isTransient } from "../../http/retry";
import { exhaustedError, type NodeFailure, otherNodesLine } from "../messages/failures";
import type { Way } from "./addressed";
import {
  afterDoubt,
  isDoubtful,
  isVerdict,
  mayBeDone,
  type NextNode,
  nextNode,
  type RoundCounts,
} from "./failover";
import { catchUpMs } from "./times";

/** The knowledge that all calls to the same nodes share. */
interface NodePreference {
  /** The node that is asked first: the last one that has answered, or the one after that which lost a write. */
  preferred: number;
  /** True if any of them has ever answered. */
  reached: boolean;
}

export interface RoundsContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly named: string;
  readonly ways: readonly Way[];
  readonly preference: NodePreference;
}

interface RoundsOptions {
  /** True if a second request may change something. */
  readonly write: boolean;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  /** Clock time from which all nodes know the key that this process has created; undefined: it has not created it. */
  readonly keyKnownFrom?: number | undefined;
  /** Clock time at which this process created another object that the request needs. */
  readonly madeAt?: number | undefined;
  /** Clock time at which this process deleted the requested object. */
  readonly deletedAt?: number | undefined;
  /** URLs of the nodes of which one is asked first. @default any */
  readonly among?: readonly string[] | undefined;
}

/**
 * Tries one node after the other until one carries out the request (docs/design/data-plane.md#nodes). Throws ApiError or
 * InterruptedError.
 */
export async function tryNodes<T>(
  { clock, random, log, named, ways, preference }: RoundsContext,
  { write, signal, patienceMs, keyKnownFrom, madeAt, deletedAt, among }: RoundsOptions,
  ask: (way: Way) => Promise<NodeResponse<T>>,
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
  let node = firstOf(ways, preference.preferred, among);
  let [rounds, attempts] = [0, 0];
  let [maybeDone, doubted] = [false, false];

  /** Returns how the call continues; throws its error. */
  function after(answer: NodeResponse<T>, isDoubted: boolean): NextNode {
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
    const next = nextNode(failed, { ...effort, reachedBefore: preference.reached }, random);
    maybeDone ||= write && mayBeDone(failed);
    if (next.step !== "report" && next.step !== "lost") return next;
    // A lost write is not sent to the same node first when it is sent again.
    preference.preferred = next.step === "report" ? node : (node + 1) % ways.length;
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
    preference.reached ||= answer.answered;
    const isDoubted =
      "failed" in answer ? isDoubtful(answer.failed) : clock.now() - since < untils.deletedUntilMs;
    if ("value" in answer && !isDoubted) {
      preference.preferred = node;
      return answer.value;
    }
    const next = after(answer, isDoubted);
    if (next.step === "exhausted") throw gaveUp(failures, named, maybeDone);
    if (next.step === "agreed") {
      const agreed = round.agreed(keyKnownFrom !== undefined);
      preference.preferred = agreed.node;
      if ("value" in agreed) return agreed.value;
      throw agreed.error;
    }
    const why = "failed" in answer ? describeEnd(answer.failed) : "shows what this run has deleted";
    const reason = { operation: attempt.operation, node: attempt.baseUrl, reason: why };
    if (next.step === "round") {
      const seconds = Math.ceil(next.afterMs / 1000);
      log.warn(`Could not ${describeAttempt(attempt)} at any node, trying again in ${seconds} s`, reason);
      await pause(clock, next.afterMs, signal, `waiting to try again to ${describeAttempt(attempt)}`);
      doubted ||= Object.values(round.said).some((count) => count > 0);
      [round, rounds] = [createRound(), rounds + 1];
    } else if (isDoubted) log.debug("A node that lags behind may say this: asking the next node", reason);
    else log.info(`Could not ${describeAttempt(attempt)}, asking the next node`, reason);
    node = (node + 1) % ways.length;
  }
}

/** Returns the preferred node if it is one of these, else the first that is; any if none is known. */
function firstOf(ways: readonly Way[], preferred: number, among: readonly string[] | undefined): number {
  const isOne = (way: Way | undefined) => way !== undefined && among?.includes(way.baseUrl);
  if (among === undefined || isOne(ways[preferred])) return preferred;
  const found = ways.findIndex(isOne);
  return found < 0 ? preferred : found;
}

/** The result of one request to one node. */
export type NodeResponse<T> = {
  readonly attempt: Attempt;
  /** Status of the answer, or the kind of failure, for the log. */
  readonly status: number | string;
  /** True if the node has answered. */
  readonly answered: boolean;
} & ({ readonly value: T } | { readonly failed: Failure });

/** Collects the answers of one round, in which each node is asked at most once. */
function createRound<T>() {
  const failures: { readonly node: number; readonly failure: NodeFailure; readonly isDoubted: boolean }[] =
    [];
  const shown: { readonly node: number; readonly value: T }[] = [];
  const doubted = (kind: Failure["kind"]) =>
    failures.filter(({ failure, isDoubted }) => isDoubted && failure.failed.kind === kind);
  const count = () => failures.length + shown.length;

  return {
    /** @param isDoubted true if a node that lags behind could have given the same answer */
    take(node: number, answer: NodeResponse<T>, isDoubted: boolean): void {
      const { attempt } = answer;
      if ("value" in answer) shown.push({ node, value: answer.value });
      else failures.push({ node, failure: { attempt, failed: answer.failed }, isDoubted });
    },
    get asked(): number {
      return count();
    },
    get said(): RoundCounts {
      return {
        missing: doubted("not_found").length,
        refused: doubted("auth").length,
        shown: shown.length,
      };
    },
    /** True if a failure may pass by itself. */
    get isPassing(): boolean {
      return failures.some(({ failure }) => isTransient(failure.failed.kind));
    },
    /**
     * Returns the answer that counts: an existing object exists; a rejected key says nothing about it.
     *
     * @param isOwnKey true if this process has created the key: a node that rejects it does not know it yet
     */
    agreed(
      isOwnKey: boolean,
    ): { readonly node: number } & ({ readonly value: T } | { readonly error: ApiError }) {
      const [first] = shown;
      if (first) return first;
      const [refused, missing] = [doubted("auth"), doubted("not_found")];
      const [said] = isOwnKey ? [...missing, ...refused] : [...refused, ...missing];
      if (said === undefined) throw new Error("Nodes agreed that have said nothing");
      const { attempt, failed } = said.failure;
      const others = failures.filter(({ failure }) => failure.failed.kind !== failed.kind);
      const error = explain(attempt, failed);
      const line = otherNodesLine(others.map(({ failure }) => failure));
      return { node: said.node, error: line === undefined ? error : withLine(error, line) };
    },
  };
}

/** Returns the error with the last failure of each node, in the order of the nodes. */
function gaveUp(failures: ReadonlyMap<number, NodeFailure>, named: string, maybeDone: boolean): ApiError {
  const [first, ...others] = [...failures].sort(([a], [b]) => a - b).map(([, one]) => one);
  if (first === undefined) throw new Error("A call gave up that had not failed");
  return exhaustedError([first, ...others], named, maybeDone);
}
