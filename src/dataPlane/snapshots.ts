import { type ApiError, isApiError } from "../http/error";
import { explain, withLine } from "../http/explain";
import { otherNodesLine } from "./messages/failures";
import type { Snapshots } from "./nodes";

/** Whether fewer than half of the nodes have said what they have: all of them may lag behind the others. */
export function isMinority({ seen, unseen }: Snapshots<unknown>): boolean {
  return seen.length < unseen.length;
}

/** Whether none of the nodes that have said what they have shows it. */
export function isMissingEverywhere({ seen }: Snapshots<unknown>): boolean {
  return seen.every(({ value }) => value === null);
}

/** The failure to find out whether something is there: few nodes have said that it is not, and this is how the others failed. */
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

/** What a call answers; null for 404. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error, "not_found")) return null;
    throw error;
  }
}
