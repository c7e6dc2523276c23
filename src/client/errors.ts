import type { OperationId } from "../api/operations";

/**
 * What went wrong, as far as a program must tell it apart:
 * - `auth` 401, 403; `payment` 402; `not_found` 404; `rate_limit` 429
 * - `invalid`: the request was refused as wrong (400 and other 4xx, or an Error body with status 200)
 * - `refused`: the state of the resource forbids it (422, 409)
 * - `unavailable` 5xx; `network`: no whole answer; `timeout`: no answer in time
 * - `tls`: the other side could not prove who it is
 * - `unreadable`: an answer that is not JSON; `contract`: JSON that is not what the documents describe
 * - `redirect`: an answer that points elsewhere
 * - `lost_write`: a write was sent, and what became of it could not be found out
 */
export type ErrorKind =
  | "auth"
  | "payment"
  | "not_found"
  | "rate_limit"
  | "invalid"
  | "refused"
  | "unavailable"
  | "network"
  | "tls"
  | "timeout"
  | "unreadable"
  | "contract"
  | "redirect"
  | "lost_write";

/** One failed exchange, before it is put into words. All texts are free of the key already. */
export interface Failure {
  readonly kind: ErrorKind;
  /** False only when the request certainly never reached the service. */
  readonly sent: boolean;
  readonly status: number | null;
  /** What the service said, in its own words. */
  readonly messages: readonly string[];
  readonly requiredCapability: string | null;
  readonly retryAfterMs: number | null;
  /** How it looked on our side: the system's code and words, the first characters of an unreadable answer. */
  readonly observed: string | null;
  /** Code of the system or of the HTTP library, such as ECONNREFUSED. */
  readonly code: string | null;
  readonly cause?: unknown;
}

/** A {@link Failure} with the fields that most of them leave empty. */
export function failure(kind: ErrorKind, given: Partial<Omit<Failure, "kind">> = {}): Failure {
  return {
    kind,
    sent: true,
    status: null,
    messages: [],
    requiredCapability: null,
    retryAfterMs: null,
    observed: null,
    code: null,
    ...given,
  };
}

/** An operation of the management API failed. `summary` and `detail` are for the person at the terminal. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ErrorKind;
  /** Status of the answer; null when there was none. */
  readonly status: number | null;
  /** What the service said; null when it said nothing. */
  readonly serverMessage: string | null;
  /** The capability that is missing, as far as the service says so. */
  readonly requiredCapability: string | null;
  readonly method: string;
  readonly path: string;
  /** Ids of the clusters that a lost write may have made or changed. */
  readonly ids: readonly string[];

  constructor(
    readonly operation: OperationId,
    request: { readonly method: string; readonly path: string },
    readonly failure: Failure,
    readonly summary: string,
    readonly detail: string,
    ids: readonly string[] = [],
  ) {
    super(summary, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.kind = failure.kind;
    this.status = failure.status;
    this.serverMessage = failure.messages.length === 0 ? null : failure.messages.join("; ");
    this.requiredCapability = failure.requiredCapability;
    this.method = request.method;
    this.path = request.path;
    this.ids = ids;
  }
}

/** Whether an error is an {@link ApiError} of one of these kinds. */
export function isApiError(error: unknown, ...kinds: readonly ErrorKind[]): error is ApiError {
  return error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));
}
