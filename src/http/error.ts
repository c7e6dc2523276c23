import type { Attempt, ErrorKind, Failure } from "./attempt";

/** An error with a message for the person at the terminal. */
export abstract class ClientError extends Error {
  constructor(
    readonly summary: string,
    readonly detail: string,
    cause?: unknown,
  ) {
    super(summary, cause === undefined ? undefined : { cause });
  }
}

/** The parts of an {@link ApiError} beside its failure. */
interface ApiErrorParts {
  readonly attempt: Attempt;
  readonly summary: string;
  readonly detail: string;
  /** @default the kind of the failure */
  readonly kind?: ErrorKind;
  readonly ids?: readonly string[];
}

/** An operation of the service failed. */
export class ApiError extends ClientError {
  override readonly name = "ApiError";
  readonly attempt: Attempt;
  readonly operation: Attempt["operation"];
  readonly kind: ErrorKind;
  /** Ids of the records that a lost write may have created. */
  readonly ids: readonly string[];
  /** Status of the answer; null when there was none. */
  readonly status: number | null;

  constructor(
    readonly failure: Failure,
    { attempt, summary, detail, kind = failure.kind, ids = [] }: ApiErrorParts,
  ) {
    super(summary, detail, failure.cause);
    this.attempt = attempt;
    this.operation = attempt.operation;
    this.kind = kind;
    this.ids = ids;
    this.status = failure.status;
  }
}

/** True if an error is an {@link ApiError} of one of these kinds. */
export function isApiError(error: unknown, ...kinds: readonly ErrorKind[]): error is ApiError {
  return error instanceof ApiError && (kinds.length === 0 || kinds.includes(error.kind));
}

/** The provider attribute that caused a {@link ConfigurationError}. */
type ConfiguredAttribute =
  | "api_key"
  | "base_url"
  | "ca_certificate_file"
  | "dialect"
  | "poll_interval"
  | "requests_per_minute";

/** The client cannot be created from these settings. Never contains the key, nor the credentials of a proxy. */
export class ConfigurationError extends ClientError {
  override readonly name = "ConfigurationError";

  /**
   * @param attribute null: a variable of the environment that belongs to no attribute.
   * @param isMissing true if a value is only missing, not wrong.
   */
  constructor(
    readonly attribute: ConfiguredAttribute | null,
    summary: string,
    detail: string,
    readonly isMissing = false,
  ) {
    super(summary, detail);
  }
}
