import { ApiError } from "./errors";
import { cameBack, inShort } from "./explain";
import type { LostChangeStop } from "./lostChange";
import type { StopReason } from "./lostCreate";
import type { Untold } from "./settling";

type Why<Stop extends string> = Readonly<Record<Stop | Untold, string>>;

/** The words for one kind of thing that a lost create may have made. */
interface Wording<Stop extends string> {
  /** As in `cluster "products"`. */
  readonly subject: string;
  readonly verb: string;
  readonly participle: string;
  readonly why: Why<Stop>;
  readonly nextMove: string;
}

const CLUSTER_WHY: Why<StopReason> = {
  unnamed: "The cluster has no name, so nothing tells it from another one.",
  several: "More than one new cluster has this name.",
  sibling: "Another create of this run asked for the same name and configuration.",
  differs: "A new cluster has this name, but not the configuration that was asked for.",
  not_by_key: "A new cluster has this name, but was not made by an API key as far as the service says.",
  undated: "A cluster has this name, but nobody says whether it was made before this request or by it.",
  unread: "The list of clusters, which would tell, could not be read.",
  stopped: "The run was stopped before the list of clusters, which would tell, was read.",
  exhausted:
    "No cluster of this name has appeared, and the request has been repeated as often as makes sense.",
};

const CHANGE_WHY: Why<LostChangeStop> = {
  several: "More than one new configuration change fits what was asked for.",
  undated:
    "A configuration change fits what was asked for, but nobody says whether it was made before this request or by it.",
  unread: "The list of configuration changes, which would tell, could not be read.",
  stopped: "The run was stopped before the list of configuration changes, which would tell, was read.",
  exhausted:
    "No such configuration change has appeared, and the request has been repeated as often as makes sense.",
};

/** The error of a create of which nobody knows whether it happened. Carries the ids that it may have. */
export function unsettledCreate(
  lost: ApiError,
  name: string | null,
  why: StopReason | Untold,
  ids: readonly string[],
  also?: string,
): ApiError {
  const subject = name === null ? "an unnamed cluster" : `cluster ${JSON.stringify(name)}`;
  const nextMove =
    ids.length > 0
      ? `It may be: ${ids.join(", ")}. If it is, import it by its id (an import block, or terraform import); if it is not, rename it or let allow_duplicate_names permit a second one. Then run again.`
      : `Look for ${subject} at the service before you run again. If it is there, import it by its id; if it is not there, nothing was made.`;
  const wording = { subject, verb: "create", participle: "created", why: CLUSTER_WHY, nextMove };
  return unsettled(lost, wording, why, ids, also);
}

/** The error of a configuration change of which nobody knows whether it was scheduled, with the ids it may have. */
export function unsettledChange(
  lost: ApiError,
  clusterId: string,
  why: LostChangeStop | Untold,
  ids: readonly string[],
  also?: string,
): ApiError {
  const candidates = ids.length > 0 ? `It may be: ${ids.join(", ")}. ` : "";
  const wording = {
    subject: `a configuration change of cluster ${clusterId}`,
    verb: "schedule",
    participle: "scheduled",
    why: CHANGE_WHY,
    nextMove: `${candidates}Plan again before you apply again: the plan takes into account what is pending at the service, whoever made it.`,
  };
  return unsettled(lost, wording, why, ids, also);
}

function unsettled<Stop extends string>(
  lost: ApiError,
  { subject, verb, participle, why: words, nextMove }: Wording<Stop>,
  why: Stop | Untold,
  ids: readonly string[],
  also: string | undefined,
): ApiError {
  const summary =
    why === "exhausted"
      ? `Could not ${verb} ${subject}: ${inShort(lost.failure)}`
      : `Could not tell whether ${subject} was ${participle}`;
  const lines = [
    `${lost.method} ${lost.url} ${cameBack(lost.failure)}.`,
    ...(lost.serverMessage === null ? [] : [`The service said: ${lost.serverMessage}`]),
    words[why],
    ...(also === undefined ? [] : [also]),
    why === "exhausted" ? "Run again later." : nextMove,
  ];
  return new ApiError(lost.failure, { ...lost, summary, detail: lines.join("\n"), ids });
}

/** A lost write with what else is known about it. */
export function unsettledWrite(lost: ApiError, also: string): ApiError {
  return new ApiError(lost.failure, { ...lost, detail: `${lost.detail}\n${also}` });
}

/** Whether the request of a lost write may still be on its way to the service: nobody has said that it is over. */
export function mayStillArrive({ failure }: ApiError): boolean {
  return failure.kind === "timeout" || failure.status === 504;
}
