import type { Attempt, Failure } from "../../http/attempt";
import { ApiError } from "../../http/error";
import { advice, describeAttempt, explain, lostAdvice, responseLines } from "../../http/explain";

/** How one node has failed, last of all. */
export interface NodeFailure {
  readonly attempt: Attempt;
  readonly failed: Failure;
}

/**
 * The error of a call that no node has carried out: names every node and what it said.
 * @param lost a write that a node may have carried out.
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

/** What to say of nodes that did not say the same as the others; undefined: there are none. */
export function otherNodesLine(others: readonly NodeFailure[]): string | undefined {
  if (others.length === 0) return undefined;
  const lines = others.map(({ attempt, failed }) => responseLines(attempt, failed).join(" "));
  return `Not all nodes said so, and the others may know more: ${lines.join(" ")}`;
}
