import { OPERATIONS, type OperationId } from "../../api/operations";
import { advice, lostAdvice } from "./advice";
import { ApiError, type ErrorKind, type Failure } from "./error";
import { phrase } from "./phrases";

/** What was attempted; enough to put a failure of it into words. */
export interface Attempt {
  readonly operation: OperationId;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly baseUrl: string;
  /** Something that tells it from others of its kind, as in `"products"` for a create. */
  readonly subject?: string;
}

/**
 * Puts a failure into words: what was attempted, what came back, what is missing, what to do next. `lost`: it was a
 * write, and what became of it is not known.
 */
export function explain(attempt: Attempt, failed: Failure, lost = false): ApiError {
  const { operation, path, baseUrl } = attempt;
  const { method } = OPERATIONS[operation];
  const url = `${baseUrl}${path}`;
  const lines = [
    `${method} ${url} ${cameBack(failed)}.`,
    ...(failed.messages.length === 0 ? [] : [`The service said: ${failed.messages.join("; ")}`]),
    ...(lost ? [lostAdvice(attempt)] : advice(attempt, failed)),
  ];
  const headline = lost ? "the request was sent, and what became of it is not known" : inShort(failed);
  return new ApiError(failed, {
    operation,
    method,
    path,
    url,
    summary: `Could not ${doing(attempt)}: ${headline}`,
    detail: lines.join("\n"),
    ...(lost ? { kind: "lost_write" as const } : {}),
  });
}

/** The attempt in words, as in `create the cluster "products"`. */
export function doing({ operation, pathParameters, subject }: Attempt): string {
  const words = phrase(operation, pathParameters);
  return subject === undefined ? words : `${words} ${subject}`;
}

/** How an attempt ended, as the end of a sentence that begins with the request. */
export function cameBack({ kind, status, observed }: Failure): string {
  const seen = observed === null ? "" : `, ${observed}`;
  if (kind === "timeout") return `was not answered in time${seen}`;
  if (status === null) return `failed${observed === null ? "" : `: ${observed}`}`;
  return `was answered with status ${status}${seen}`;
}

/** How an attempt ended, for the end of a summary. */
export function inShort({ kind, status, messages, observed }: Failure): string {
  if (kind === "timeout") return `no answer ${observed ?? "in time"}`;
  if (status === null) return observed ?? MEANING[kind];
  return `the management API answered ${status} (${messages[0] ?? MEANING[kind]})`;
}

const MEANING: Readonly<Record<ErrorKind, string>> = {
  auth: "not permitted",
  payment: "a payment method is required",
  not_found: "not found",
  rate_limit: "rate limit exceeded",
  invalid: "the request was refused",
  refused: "the state or the configuration prevents it",
  unavailable: "the service is not available",
  network: "no answer",
  tls: "no trusted connection",
  timeout: "no answer in time",
  unreadable: "not JSON",
  contract: "not what the API documents describe",
  redirect: "a redirect, which is never followed",
  lost_write: "what became of the request is not known",
};
