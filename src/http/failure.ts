/**
 * What went wrong, as far as a program must tell it apart:
 * - `auth` 401, 403; `payment` 402; `not_found` 404; `rate_limit` 429
 * - `invalid`: the request was refused as wrong (400 and other 4xx, or an Error body with status 200)
 * - `refused`: the state of the resource forbids it (422, 409)
 * - `unavailable` 5xx; `network`: no whole answer; `timeout`: no answer in time
 * - `tls`: the other side could not prove who it is, or does not speak TLS
 * - `proxy`: the proxy refuses to connect, and would do so again
 * - `unreadable`: an answer that is not JSON; `contract`: JSON that is not what the documents describe
 * - `redirect`: an answer that points elsewhere
 * - `lost_write`: a write was sent, and its outcome could not be found out
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
  | "proxy"
  | "timeout"
  | "unreadable"
  | "contract"
  | "redirect"
  | "lost_write";

/** One failed exchange, before it is put into words. Its texts may hold whatever was answered: what leaves the process is filtered at its end. */
export interface Failure {
  /** How it failed; never `lost_write`, which is what a failure can mean for a write. */
  readonly kind: ErrorKind;
  /** False only when the request certainly never reached the service. */
  readonly sent: boolean;
  readonly status: number | null;
  /** What the service said, in its own words. */
  readonly messages: readonly string[];
  readonly requiredCapability: string | null;
  /** Milliseconds that the service asked to wait, when it said so. */
  readonly retryAfterMs: number | null;
  /** How it looked on our side: the system's code and words, the first characters of an unreadable answer. */
  readonly observed: string | null;
  /** Code of the system or of the HTTP library, such as ECONNREFUSED. */
  readonly code: string | null;
  /** The reader's action, where more is known than what the kind of the failure tells. */
  readonly action: string | null;
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
    action: null,
    ...given,
  };
}
