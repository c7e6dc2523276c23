import type { ApiError, ErrorKind, Observed } from "../../client";
import { TerraformError } from "../../framework";

/** True if a request failed in one of these ways. Compares names, so that the client stays unloaded. */
export function failedAs(error: unknown, ...kinds: readonly ErrorKind[]): error is ApiError {
  return hasFailed(error) && kinds.some((kind) => kind === error.kind);
}

/** True if a request to the service failed in any way. */
export function hasFailed(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "kind" in error;
}

/** True if an error can be reported to people, as those of the clients and of the provider can. Any other one is a defect. */
export function hasSummary(error: unknown): error is Error & { readonly summary: string } {
  return error instanceof Error && "summary" in error && typeof error.summary === "string";
}

/** True if an error may mean "not now" as well as "never". Only another read of the cluster can tell. */
export function isRefusal(error: unknown): error is ApiError {
  return failedAs(error, "refused", "invalid");
}

/** The error for a request whose cluster does not exist, or is being terminated. */
export class NoClusterError extends TerraformError {
  override name = "NoClusterError";
  /** Status of the cluster; null if the service answers 404. */
  readonly status: string | null;

  /** @param purpose as in "to set a server parameter of" */
  constructor(id: string, purpose: string, seen: Exclude<Observed, { readonly kind: "present" }>) {
    const status = seen.kind === "leaving" ? seen.cluster.status : null;
    super(
      `Cannot ${purpose.replace(/^to | (of|for|on|from)$/g, "")}: cluster ${id} ${status === null ? "not found" : `is ${status}`}`,
      status === null
        ? "The service answers 404 for it: it was terminated, or this key cannot see it. Nothing was changed. Check cluster_id, and that this key can see the cluster."
        : `Its status is ${status}: it was terminated, which cannot be undone. Nothing was changed. Check cluster_id.`,
      ["cluster_id"],
    );
    this.status = status;
  }
}

/** Returns the last answer to the polls of a wait that timed out; undefined for any other error. Compares names, as above. */
export function waitTimeoutIn<T>(error: unknown): { readonly lastAnswer: T | undefined } | undefined {
  const isTimeout = error instanceof Error && error.name === "WaitTimeoutError" && "lastAnswer" in error;
  return isTimeout ? { lastAnswer: error.lastAnswer as T | undefined } : undefined;
}
