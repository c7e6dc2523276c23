import { type Attempt, fill } from "./attempt";
import { ApiError } from "./error";
import { cameBack, inShort, lostAdvice } from "./explain";

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
export interface Unresolved {
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
