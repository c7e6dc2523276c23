import { type Attempt, fill, type ErrorKind, type Failure } from "./attempt";
import { ApiError } from "./error";

/**
 * Puts a failure into words: what was attempted, what came back, what is allowed, what to do next. `lost`: it was a
 * write, and its outcome is not known.
 */
export function explain(attempt: Attempt, failed: Failure, lost = false): ApiError {
  const headline = lost ? "the request was sent, and its outcome is not known" : inShort(attempt, failed);
  return new ApiError(failed, {
    attempt,
    summary: `Could not ${doing(attempt)}: ${headline}`,
    detail: [...cameBack(attempt, failed), ...(lost ? [lostAdvice(attempt)] : advice(attempt, failed))].join(
      "\n",
    ),
    ...(lost ? { kind: "lost_write" as const } : {}),
  });
}

/** The attempt in words, as in `create the cluster "products"`. */
export function doing({ texts, pathParameters, subject }: Attempt): string {
  const words = fill(texts.phrase, pathParameters);
  return subject === undefined ? words : `${words} ${subject}`;
}

/** The request with how it ended, and what the service or the node said: the first lines of every detail. */
export function cameBack(attempt: Attempt, failed: Failure): string[] {
  const { messages } = failed;
  const { method, baseUrl, path, proxy, api } = attempt;
  const through = proxy === undefined ? "" : `, through ${proxy},`;
  return [
    `${method} ${baseUrl}${path}${through} ${ended(failed)}.`,
    ...(messages.length === 0 ? [] : [`${capitalized(api.speaker)} said: ${messages.join("; ")}`]),
  ];
}

/** How an attempt ended, as the end of a sentence that begins with the request. */
export function ended({ kind, status, observed }: Failure): string {
  const seen = observed === null ? "" : `, ${observed}`;
  if (kind === "timeout") return `was not answered in time${seen}`;
  if (status === null) return `failed${observed === null ? "" : `: ${observed}`}`;
  return `was answered with status ${status}${seen}`;
}

/** How an attempt ended, for the end of a summary. */
export function inShort({ api }: Attempt, { kind, status, messages, observed }: Failure): string {
  if (kind === "timeout") return `no answer ${observed ?? "in time"}`;
  if (status === null) return observed ?? MEANINGS[kind];
  return `${api.speaker} answered ${status} (${messages[0] ?? MEANINGS[kind]})`;
}

/** The reader's action when the outcome of a write is not known. */
export function lostAdvice({ texts, pathParameters, api }: Attempt): string {
  const {
    lost = `The request may have taken effect: look at what ${api.speaker} has before you run again.`,
  } = texts;
  return fill(lost, pathParameters);
}

/** What each kind of failure means, for the end of a summary. */
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

/** What a failure means, what it has left as it was, and what to do next. */
export function advice(attempt: Attempt, failed: Failure): readonly string[] {
  const { texts, api } = attempt;
  const { kind } = failed;
  if (failed.action !== null) return [failed.action];
  const untouched = texts.untouched === undefined ? "" : `${texts.untouched} `;
  const say = (text: string) => [fill(text, attempt.pathParameters)];
  if (kind === "auth") return api.forbidden(attempt, failed, untouched);
  if (kind === "not_found") return say(api.missing(texts));
  if (kind === "invalid" || kind === "refused") return say(`${untouched}${texts[kind]}`);
  const { [kind]: action = lostAdvice(attempt) } = api.actions;
  return say(kind === "payment" || kind === "rate_limit" ? `${untouched}${action}` : action);
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Why nobody can tell what became of a write. */
export type UnresolvedReason =
  /** Nothing tells an unnamed cluster from another one. */
  | "unnamed"
  | "several"
  /** Another create of this run requested the same. */
  | "sibling"
  /** The name is taken by a cluster that differs from the requested one. */
  | "differs"
  /** Created by a person, or the service does not say by whom. */
  | "not_by_key"
  /** The service does not say whether it was created before or after. */
  | "undated"
  /** The records that would tell could not be read. */
  | "unread"
  /** The run was stopped before they were read. */
  | "stopped"
  /** They showed no effect, and the time for it is over. */
  | "late"
  /** They showed no effect each time, and the request was repeated as often as makes sense. */
  | "exhausted";

/** What is known of a write whose outcome is not. */
interface Unresolved {
  readonly reason: UnresolvedReason;
  /** Ids of the records that the write may have created. */
  readonly ids?: readonly string[];
  /** Why the records that would tell could not be read. @default the words for the reason */
  readonly because?: string | undefined;
}

/** What an attempt fills into the texts: its path parameters, and what its subject names. */
const wordsOf = ({ pathParameters, subject }: Attempt) => ({
  ...pathParameters,
  subject: subject ?? "",
  ...(subject !== undefined && { name: String(JSON.parse(subject)) }),
  cluster: subject === undefined ? "an unnamed cluster" : `cluster ${subject}`,
});

const REASONS: Readonly<Record<UnresolvedReason, string>> = {
  unnamed: "The cluster has no name, so nothing tells it from another one.",
  several: "More than one new {noun} {fits}.",
  sibling: "Another create of this run requested the same name and configuration.",
  differs: "A new cluster has this name, but not the requested configuration.",
  not_by_key: "A new cluster has this name, but according to the service no API key created it.",
  undated: "A {noun} {fits}, but nothing says whether it was created before this request or by it.",
  unread: "The list of {noun}s, which would tell, could not be read.",
  stopped: "The run was stopped before the list of {noun}s, which would tell, was read.",
  late: "No such {noun} has appeared, and the time for this is over. The request may still be carried out: a server without a quorum keeps it until most nodes of the cluster are back.",
  exhausted: "No such {noun} has appeared, and the request has been repeated as often as makes sense.",
};

const LATE =
  "It has had no effect so far, and the time for this is over. The request may still be carried out: a server without a quorum keeps it until most nodes of the cluster are back.";

/** The error of a create of which nobody can tell whether it happened. Carries the ids that it may have. */
export function unresolvedError(lost: ApiError, { reason, ids = [], because }: Unresolved): ApiError {
  const { attempt, failure } = lost;
  const { created } = attempt.texts;
  if (created === undefined) {
    const line = because ?? (reason === "late" ? LATE : undefined);
    return line === undefined ? lost : withLine(lost, line);
  }
  const words = wordsOf(attempt);
  const subject = fill(created.subject, words);
  const action = (ids.length > 0 ? created.ifIds : created.ifNone) ?? lostAdvice(attempt);
  const maybe = ids.length > 0 ? `It may be: ${ids.join(", ")}. ` : "";
  const summary =
    reason === "exhausted"
      ? `Could not ${created.verb} ${subject}: ${inShort(attempt, failure)}`
      : `Could not tell whether ${subject} was ${created.participle}`;
  const detail = [
    ...cameBack(attempt, failure),
    because ?? fill(REASONS[reason], { ...created }),
    reason === "exhausted" ? "Run again later." : `${maybe}${fill(action, words)}`,
  ].join("\n");
  return new ApiError(failure, { attempt, kind: lost.kind, summary, detail, ids });
}

/** The answer of a create was lost, and the name is set, but not by this create. */
export function parameterTakenError(lost: ApiError, id: string): ApiError {
  const { attempt, failure } = lost;
  const say = (text: string) => fill(text, { ...wordsOf(attempt), id });
  const detail = [
    ...cameBack(attempt, failure),
    say(
      "The list of server parameters shows that {name} is set already, not by this request: {id}. A cluster has one entry per name.",
    ),
    say(
      "To manage it here, import it as {cluster_id}/{name} (an import block, or terraform import), then run again.",
    ),
  ].join("\n");
  const summary = say("Server parameter {subject} of cluster {cluster_id} is set already");
  return new ApiError(failure, { attempt, kind: "refused", summary, detail, ids: [id] });
}

/** A lost or refused write with what else is known, before the reader's action. */
export function withLine(error: ApiError, line: string): ApiError {
  const lines = error.detail.split("\n");
  const detail = [...lines.slice(0, -1), line, ...lines.slice(-1)].join("\n");
  return new ApiError(error.failure, { ...error, detail });
}
