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

/** The texts of one operation; path parameters stand in braces. */
export interface OperationText {
  /** What it does; follows "Could not …". */
  readonly phrase: string;
  /** What may not exist when the answer is 404; absent where no id is in the path. */
  readonly subject?: string;
  /** How a refused write has left everything. */
  readonly untouched?: string;
  /** 400: who has to correct what. */
  readonly invalid: string;
  /** 409 and 422: the state or the configuration that it needs. */
  readonly refused: string;
  /** The reader's action when the outcome of a write is not known. */
  readonly lost?: string;
  /** The words for what it creates, where a lost answer may leave a record behind. */
  readonly created?: CreatedText;
}

/**
 * The words for what a create would have created, beside what braces hold elsewhere: `{subject}` as the attempt has it,
 * `{name}` without its quotes, `{named}` the noun with the name, if there is one.
 */
export interface CreatedText {
  readonly verb: string;
  readonly participle: string;
  readonly noun: string;
  /** What a record has that may be it. */
  readonly fits: string;
  readonly subject: string;
  /** The reader's action where ids are known, and where none is. @default `lost` of the operation */
  readonly ifIds?: string;
  readonly ifNone?: string;
}

/** How one of the two APIs is told of. */
export interface ApiWords {
  /** Who answers, as in "the management API answered 422". */
  readonly speaker: string;
  /** The reader's action by the kind of a failure, where it is the same for all operations. */
  readonly actions: Readonly<Partial<Record<ErrorKind, string>>>;
  /** The reader's action after a 404. */
  readonly missing: (texts: OperationText) => string;
  /** The reader's action after a 401 or 403; `untouched` stands before what to do. */
  readonly forbidden: (failed: Failure, untouched: string, operation: string) => readonly string[];
}

/** What was attempted; enough to put a failure of it into words. */
export interface Attempt {
  /** The id of the operation. */
  readonly operation: string;
  readonly method: string;
  readonly texts: OperationText;
  readonly api: ApiWords;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly baseUrl: string;
  /** The proxy through which it went, in words. */
  readonly proxy?: string | undefined;
  /** What tells it from others of its kind, as in `"products"` for a create. */
  readonly subject?: string | undefined;
}

/** A text with the path parameters that stand in braces filled in. */
export function fill(text: string, path: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
}
