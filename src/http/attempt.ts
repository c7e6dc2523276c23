/**
 * The kind of a failure:
 * - `auth` 401, 403; `payment` 402; `not_found` 404; `rate_limit` 429
 * - `invalid`: the request was rejected as wrong (400 and other 4xx, or an Error body with status 200)
 * - `refused`: the state of the resource forbids it (422, 409)
 * - `unavailable` 5xx; `network`: no complete answer; `timeout`: no answer in time
 * - `tls`: the other side could not prove its identity, or does not speak TLS
 * - `proxy`: the proxy refuses to connect, and would do so again
 * - `unreadable`: an answer that is not JSON; `contract`: JSON that the documents do not describe
 * - `redirect`: an answer that points elsewhere
 * - `lost_write`: a write was sent, and its outcome could not be determined
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

/**
 * One failed exchange, before it becomes a message. Its strings may hold anything from the response: secrets are redacted where
 * output leaves the process.
 */
export interface Failure {
  /** The kind of the failure; never `lost_write`, which is what a failure can mean for a write. */
  readonly kind: ErrorKind;
  /** False only if the request certainly never reached the service. */
  readonly sent: boolean;
  readonly status: number | null;
  /** The messages of the service, in its own words. */
  readonly messages: readonly string[];
  readonly requiredCapability: string | null;
  /** Milliseconds that the service asked to wait, if it did. */
  readonly retryAfterMs: number | null;
  /** The failure as seen from this side: the system's code and message, or the first characters of an unreadable answer. */
  readonly observed: string | null;
  /** Code of the system or of the HTTP library, such as ECONNREFUSED. */
  readonly code: string | null;
  /** Advice to the reader, if more is known than the kind of the failure. */
  readonly action: string | null;
  readonly cause?: unknown;
}

/** Creates a {@link Failure}; the fields that most failures leave empty have defaults. */
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

/** The texts of one operation, with path parameters in braces. */
export interface OperationText {
  /** The action, which follows "Could not …". */
  readonly phrase: string;
  /** The resource that may be missing after a 404; absent if the path has no id. */
  readonly subject?: string;
  /** The state that a rejected write has left behind. */
  readonly untouched?: string;
  /** 400: what to correct, and where. */
  readonly invalid: string;
  /** 409 and 422: the state or the configuration that the operation needs. */
  readonly refused: string;
  /** Advice to the reader if the outcome of a write is unknown. */
  readonly lost?: string;
  /** The words for what it creates, if a lost answer may leave a record behind. */
  readonly created?: CreatedText;
}

/**
 * The words for what a create would have created. Besides path parameters, braces may hold `{subject}` as in the attempt,
 * `{name}` without its quotes, and `{named}`, the noun with the name if there is one.
 */
interface CreatedText {
  readonly verb: string;
  readonly participle: string;
  readonly noun: string;
  /** The property by which a record may be the created one. */
  readonly fits: string;
  readonly subject: string;
  /** Advice to the reader if ids are known, and if none are. @default `lost` of the operation */
  readonly ifIds?: string;
  readonly ifNone?: string;
}

/** The words for one of the two APIs. */
export interface ApiWords {
  /** The side that answers, as in "the management API answered 422". */
  readonly speaker: string;
  /** Advice to the reader by kind of failure, where it is the same for all operations. */
  readonly actions: Readonly<Partial<Record<ErrorKind, string>>>;
  /** Returns the advice to the reader after a 404. */
  readonly missing: (texts: OperationText) => string;
  /** Returns the advice to the reader after a 401 or 403; `untouched` comes before it. */
  readonly forbidden: (failed: Failure, untouched: string, operation: string) => readonly string[];
}

/** An attempted request, with all that messages about its failure need. */
export interface Attempt {
  /** The id of the operation. */
  readonly operation: string;
  readonly method: string;
  readonly texts: OperationText;
  readonly api: ApiWords;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The path below the base URL, without the query. */
  readonly path: string;
  readonly baseUrl: string;
  /** The proxy that was used, in words. */
  readonly proxy?: string | undefined;
  /** Distinguishes the attempt from others of its kind, as in `"products"` for a create. */
  readonly subject?: string | undefined;
}

/** Replaces the path parameters in braces. */
export function fill(text: string, path: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
}
