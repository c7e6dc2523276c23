import { ApiError } from "./errors";
import { LostAnswer } from "./lostAnswer";
import type { StopReason } from "./lostCreate";

const WHY: Readonly<Record<StopReason | "unread" | "stopped" | "exhausted", string>> = {
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

/** The error of a create of which nobody knows whether it happened. Carries the ids that it may have. */
export function unsettledCreate(
  lost: ApiError,
  name: string | null,
  why: keyof typeof WHY,
  ids: readonly string[],
  also?: string,
): ApiError {
  const subject = name === null ? "an unnamed cluster" : `cluster ${JSON.stringify(name)}`;
  const lines = [
    `${lost.method} ${lost.path}: ${howLost(lost)}.`,
    WHY[why],
    also ?? null,
    ids.length > 0
      ? `It may be: ${ids.join(", ")}. If it is, import it by its id (an import block, or terraform import); if it is not, rename it or let allow_duplicate_names permit a second one. Then run again.`
      : `Look for ${subject} at the service before you run again. If it is there, import it by its id; if it is not there, nothing was made.`,
  ];
  return new ApiError(
    lost.operation,
    lost,
    lost.failure,
    why === "exhausted"
      ? `Could not create ${subject}: ${howLost(lost)}`
      : `Could not tell whether ${subject} was created`,
    lines.filter((line) => line !== null).join("\n"),
    ids,
  );
}

/** A lost write with what else is known about it. */
export function unsettledWrite(lost: ApiError, also: string): ApiError {
  return new ApiError(lost.operation, lost, lost.failure, lost.summary, `${lost.detail}\n${also}`, lost.ids);
}

/** How the answer of a write was lost, in words. */
export function howLost(lost: ApiError): string {
  return lost.cause instanceof LostAnswer ? lost.cause.message : lost.summary;
}

/** Whether the request of a lost write may still be on its way to the service. */
export function mayStillArrive(lost: ApiError): boolean {
  return lost.cause instanceof LostAnswer && lost.cause.mayStillArrive;
}
