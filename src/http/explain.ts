import { type Attempt, type ErrorKind, type Failure, fill } from "./attempt";
import { ApiError } from "./error";

/**
 * Puts a failure into words: what was attempted, what came back, what is allowed, what to do next.
 *
 * @param lost true if it was a write whose outcome is unknown
 */
export function explain(attempt: Attempt, failed: Failure, lost = false): ApiError {
  const headline = lost
    ? "the request was sent, and its outcome is not known"
    : summarizeEnd(attempt, failed);
  return new ApiError(failed, {
    attempt,
    summary: `Could not ${describeAttempt(attempt)}: ${headline}`,
    detail: [
      ...responseLines(attempt, failed),
      ...(lost ? [lostAdvice(attempt)] : advice(attempt, failed)),
    ].join("\n"),
    ...(lost ? { kind: "lost_write" as const } : {}),
  });
}

/** Describes the attempt, as in `create the cluster "products"`. */
export function describeAttempt({ texts, pathParameters, subject }: Attempt): string {
  const words = fill(texts.phrase, pathParameters);
  return subject === undefined ? words : `${words} ${subject}`;
}

/** Returns the first lines of every detail: the request and how it ended, and the messages of the service or the node. */
export function responseLines(attempt: Attempt, failed: Failure): string[] {
  const { messages } = failed;
  const { method, baseUrl, path, proxy, api } = attempt;
  const through = proxy === undefined ? "" : `, through ${proxy},`;
  return [
    `${method} ${baseUrl}${path}${through} ${describeEnd(failed)}.`,
    ...(messages.length === 0 ? [] : [`${capitalized(api.speaker)} responded: ${messages.join("; ")}`]),
  ];
}

/** Describes how an attempt ended; follows the request in a sentence. */
export function describeEnd({ kind, status, observed }: Failure): string {
  const seen = observed === null ? "" : `, ${observed}`;
  if (kind === "timeout") return `was not answered in time${seen}`;
  if (status === null) return `failed${observed === null ? "" : `: ${observed}`}`;
  return `was answered with status ${status}${seen}`;
}

/** Summarizes how an attempt ended; the end of a summary. */
export function summarizeEnd({ api }: Attempt, { kind, status, messages, observed }: Failure): string {
  if (kind === "timeout") return `no answer ${observed ?? "in time"}`;
  if (status === null) return observed ?? MEANINGS[kind];
  return `${api.speaker} answered ${status} (${messages[0] ?? MEANINGS[kind]})`;
}

/** Returns what the reader should do if the outcome of a write is unknown. */
export function lostAdvice({ texts, pathParameters, api }: Attempt): string {
  const {
    lost = `The request may have taken effect: check what ${api.speaker} shows before you run again.`,
  } = texts;
  return fill(lost, pathParameters);
}

/** The meaning of each kind of failure, for the end of a summary. */
const MEANINGS: Readonly<Record<ErrorKind, string>> = {
  auth: "not permitted",
  payment: "a payment method is required",
  not_found: "not found",
  rate_limit: "rate limit exceeded",
  invalid: "the request was refused",
  refused: "the state or the configuration prevents it",
  unavailable: "not available",
  network: "no answer",
  tls: "no trusted connection",
  proxy: "the proxy refuses to connect",
  timeout: "no answer in time",
  unreadable: "not JSON",
  contract: "not what the API documents describe",
  redirect: "a redirect, which is never followed",
  lost_write: "the outcome of the request is not known",
};

/** Returns what a failure means, what it left unchanged, and what to do next. */
export function advice(attempt: Attempt, failed: Failure): readonly string[] {
  const { texts, api } = attempt;
  const { kind } = failed;
  if (failed.action !== null) return [failed.action];
  const untouched = texts.untouched === undefined ? "" : `${texts.untouched} `;
  const say = (text: string) => [fill(text, attempt.pathParameters)];
  if (kind === "auth") return api.forbidden(failed, untouched, attempt.operation);
  if (kind === "not_found") return say(api.missing(texts));
  if (kind === "invalid" || kind === "refused") return say(`${untouched}${texts[kind]}`);
  const { [kind]: action = lostAdvice(attempt) } = api.actions;
  return say(kind === "payment" || kind === "rate_limit" ? `${untouched}${action}` : action);
}

/** Capitalizes the first letter. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Adds a line to the error of a lost or rejected write, before the line that says what to do. */
export function withLine(error: ApiError, line: string): ApiError {
  const lines = error.detail.split("\n");
  const detail = [...lines.slice(0, -1), line, ...lines.slice(-1)].join("\n");
  return new ApiError(error.failure, { ...error, detail });
}
