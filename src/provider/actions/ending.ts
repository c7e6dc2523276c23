import { TerraformError } from "../../framework";
import { hasSummary } from "../model/errors";

/** The errors of the clients that end a wait while the operation goes on. */
const ENDED_EARLY = ["InterruptedError", "WaitTimeoutError"];

/** True if an action was interrupted, or timed out. */
export function isEndedEarly(error: unknown): error is Error & { readonly summary: string } {
  return hasSummary(error) && ENDED_EARLY.includes(error.name);
}

/**
 * Returns the error of an action that was interrupted, or timed out. The errors of the clients advise to run again, which continues a
 * resource; running an action again starts another operation. Any other error is returned unchanged.
 *
 * @param outcome the outcome of the operation, and the next step, as sentences
 */
export function endedEarly(error: unknown, outcome: string): unknown {
  return isEndedEarly(error) ? new TerraformError(error.summary, outcome) : error;
}

/** Tells that an action was interrupted, or timed out, before it sent its request. */
export const NOTHING_SENT = "Nothing was requested. To run the action, invoke it again.";
