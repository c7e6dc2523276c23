import { type ApiError, isApiError } from "../http/error";
import { explain, withLine } from "../http/explain";
import { otherNodesLine } from "./messages/failures";
import type { Snapshots } from "./nodes";

/** True if fewer than half of the nodes have answered: all of them may lag behind the others. */
export function isMinority({ seen, unseen }: Snapshots<unknown>): boolean {
  return seen.length < unseen.length;
}

/** True if no node that has answered has the object. */
export function isMissingEverywhere({ seen }: Snapshots<unknown>): boolean {
  return seen.every(({ value }) => value === null);
}

/**
 * The error if it is unknown whether an object exists: a minority of nodes says that it does not; with the failures of the
 * others.
 */
export function tooFewError({ unseen }: Snapshots<unknown>): ApiError {
  const [first, ...others] = unseen;
  if (first === undefined) throw new Error("All nodes have said what they have");
  const error = withLine(
    explain(first.attempt, first.failed),
    "The nodes that answered do not have it, and they may lag behind the others. Nothing was sent.",
  );
  const line = otherNodesLine(others);
  return line === undefined ? error : withLine(error, line);
}

/** Returns the answer of a call; null for 404. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error, "not_found")) return null;
    throw error;
  }
}
