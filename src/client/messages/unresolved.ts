import type { StopReason } from "../clusters/lostCreate";
import type { Untold } from "../resolve/settling";
import type { LostWorkflowStop } from "../workflows/lost";
import { ApiError } from "./error";
import { cameBack, inShort } from "./explain";

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

/** The words for one kind of workflow: a configuration change or a cloning operation. */
export interface WorkflowWords extends Pick<Wording<LostWorkflowStop>, "subject" | "verb" | "participle"> {
  /** As in "configuration change". */
  readonly noun: string;
  /** What to do next, when the ids that it may have are known and when none is. */
  readonly nextMove: (ids: readonly string[]) => string;
}

const workflowWhy = (noun: string): Why<LostWorkflowStop> => ({
  several: `More than one new ${noun} fits what was asked for.`,
  undated: `A ${noun} fits what was asked for, but nobody says whether it was made before this request or by it.`,
  unread: `The list of ${noun}s, which would tell, could not be read.`,
  stopped: `The run was stopped before the list of ${noun}s, which would tell, was read.`,
  exhausted: `No such ${noun} has appeared, and the request has been repeated as often as makes sense.`,
});

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

/** The error of a change or a clone of which nobody knows whether it was made, with the ids it may have. */
export function unsettledWorkflow(
  lost: ApiError,
  { noun, nextMove, ...words }: WorkflowWords,
  why: LostWorkflowStop | Untold,
  ids: readonly string[],
  also?: string,
): ApiError {
  return unsettled(lost, { ...words, why: workflowWhy(noun), nextMove: nextMove(ids) }, why, ids, also);
}

const PARAMETER_WHY: Why<never> = {
  unread: "The list of server parameters, which would tell, could not be read.",
  stopped: "The run was stopped before the list of server parameters, which would tell, was read.",
  exhausted: "It has not appeared, and the request has been repeated as often as makes sense.",
};

/** The error of a server parameter of which nobody knows whether it was set. */
export function unsettledParameter(
  lost: ApiError,
  clusterId: string,
  name: string,
  why: Untold,
  also?: string,
): ApiError {
  const wording = {
    subject: `server parameter ${JSON.stringify(name)} of cluster ${clusterId}`,
    verb: "set",
    participle: "set",
    why: PARAMETER_WHY,
    nextMove: `Look at the server parameters of the cluster before you run again: if it is there, import it as ${clusterId}/${name}; if it is not, nothing was set.`,
  };
  return unsettled(lost, wording, why, [], also);
}

/** The answer of a create was lost, and the name turned out to be set, but not by this create. */
export function parameterTaken(
  lost: ApiError,
  clusterId: string,
  name: string,
  ids: readonly string[],
): ApiError {
  const detail = [
    `${lost.method} ${lost.url} ${cameBack(lost.failure)}.`,
    `The list of server parameters shows that ${name} is set already, not by this request: ${ids.join(", ")}. A cluster has one entry per name.`,
    `To manage it here, import it as ${clusterId}/${name} (an import block, or terraform import), then run again.`,
  ].join("\n");
  const summary = `Server parameter ${JSON.stringify(name)} of cluster ${clusterId} is set already`;
  return new ApiError(lost.failure, { ...lost, kind: "refused", summary, detail, ids });
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

/** A lost or refused write with what else is known about it. */
export function unsettledWrite(lost: ApiError, also: string): ApiError {
  return new ApiError(lost.failure, { ...lost, detail: `${lost.detail}\n${also}` });
}

/** Whether the request of a lost write may still be on its way to the service: nobody has said that it is over. */
export function mayStillArrive({ failure }: ApiError): boolean {
  return failure.kind === "timeout" || failure.status === 504;
}
