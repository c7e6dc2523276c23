import type { Attempt, Failure } from "../../http/attempt";
import { ApiError } from "../../http/error";
import { advice, describeAttempt, explain, lostAdvice, responseLines } from "../../http/explain";

/** The last failure of one node. */
export interface NodeFailure {
  readonly attempt: Attempt;
  readonly failed: Failure;
}

/**
 * Returns the error of a call that no node has carried out: it names every node and its answer.
 * @param lost true for a write that a node may have carried out
 */
export function exhaustedError(
  failures: readonly [NodeFailure, ...NodeFailure[]],
  named: string,
  lost: boolean,
): ApiError {
  const [{ attempt, failed }] = failures;
  if (failures.length === 1) return explain(attempt, failed, lost);
  const last = failures.find((one) => one.failed.sent) ?? failures[0];
  return new ApiError(last.failed, {
    attempt: last.attempt,
    summary: `Could not ${describeAttempt(attempt)}: none of the ${failures.length} nodes of ${named} could be used`,
    detail: [
      ...failures.map((one) => responseLines(one.attempt, one.failed).join(" ")),
      ...(lost ? [lostAdvice(last.attempt)] : advice(last.attempt, last.failed)),
    ].join("\n"),
    ...(lost && { kind: "lost_write" as const }),
  });
}

/** Describes the nodes whose answers differ from the others'; undefined if there are none. */
export function otherNodesLine(others: readonly NodeFailure[]): string | undefined {
  if (others.length === 0) return undefined;
  const lines = others.map(({ attempt, failed }) => responseLines(attempt, failed).join(" "));
  return `Not all nodes agree, and the others may know more: ${lines.join(" ")}`;
}
