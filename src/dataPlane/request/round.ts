import { type ApiError, type Attempt, explain, type Failure, isTransient, withLine } from "../../client";
import { exhausted, type NodeFailure } from "../messages/exhausted";
import { notAsked } from "../messages/notAsked";
import type { Said } from "./failover";

/** What became of one request to one node. */
export type Asked<T> = {
  readonly attempt: Attempt;
  /** Status of the answer, or how it failed, for the log. */
  readonly status: number | string;
  /** Whether the node has answered anything. */
  readonly answered: boolean;
} & ({ readonly value: T } | { readonly failed: Failure });

/** What the nodes have said in one round, in which each is asked at most once. */
export function createRound<T>() {
  const failures: { readonly node: number; readonly failure: NodeFailure; readonly isDoubted: boolean }[] =
    [];
  const shown: { readonly node: number; readonly value: T }[] = [];
  const doubted = (kind: Failure["kind"]) =>
    failures.filter(({ failure, isDoubted }) => isDoubted && failure.failed.kind === kind);
  const count = () => failures.length + shown.length;

  return {
    /** @param isDoubted whether a node that lags behind might have said it */
    take(node: number, answer: Asked<T>, isDoubted: boolean): void {
      const { attempt } = answer;
      if ("value" in answer) shown.push({ node, value: answer.value });
      else failures.push({ node, failure: { attempt, failed: answer.failed }, isDoubted });
    },
    get asked(): number {
      return count();
    },
    get said(): Said {
      return {
        missing: doubted("not_found").length,
        refused: doubted("auth").length,
        shown: shown.length,
      };
    },
    /** Whether one has failed in a way that passes by itself. */
    get isPassing(): boolean {
      return failures.some(({ failure }) => isTransient(failure.failed.kind));
    },
    /**
     * What counts of all that was said: what is there is there; where the key is refused, nobody knows.
     *
     * @param isOwnKey whether this process has made the key: then a node that refuses it does not know it yet
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
      const line = notAsked(others.map(({ failure }) => failure));
      return { node: said.node, error: line === undefined ? error : withLine(error, line) };
    },
  };
}

/** How nodes have failed last, each in its own way; in the order of the nodes. */
export function gaveUp(
  failures: ReadonlyMap<number, NodeFailure>,
  named: string,
  maybeDone: boolean,
): ApiError {
  const [first, ...others] = [...failures].sort(([a], [b]) => a - b).map(([, one]) => one);
  if (first === undefined) throw new Error("A call gave up that had not failed");
  return exhausted([first, ...others], named, maybeDone);
}
