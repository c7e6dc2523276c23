import { cameBack } from "../../client";
import type { NodeFailure } from "./exhausted";

/** What to say of nodes that did not say the same as the others; undefined: there are none. */
export function notAsked(others: readonly NodeFailure[]): string | undefined {
  if (others.length === 0) return undefined;
  const lines = others.map(({ attempt, failed }) => cameBack(attempt, failed).join(" "));
  return `Not all nodes said so, and the others may know more: ${lines.join(" ")}`;
}
