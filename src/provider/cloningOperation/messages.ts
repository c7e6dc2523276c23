import { isInFlight } from "../clusterChange/inFlight";
import type { Ending } from "./types";

const FOR_GOOD = "Terminating a cluster cannot be undone, and its data goes with it.";

/** How to end a clone that is left behind. */
export function howToEnd(clone: string): string {
  return `To end it, terminate ${clone} at the service, or import it as a searchcloud_cluster and destroy that.`;
}

const NEXT_TIME =
  "To have it terminated instead, set terminate_clone_on_destroy = true, apply that, and destroy then.";

/** What the destroy of a cloning operation will do; undefined when it leaves nothing and ends nothing. */
export function wordsOfEnd(ending: Ending): [summary: string, detail: string] | undefined {
  const { cluster, id, status, target, terminate } = ending;
  const operation = `Cloning operation ${id} of cluster ${cluster}`;
  if (status === "succeeded" && target !== null) {
    return terminate
      ? [
          `Cluster ${target}, the clone of ${cluster}, will be terminated`,
          `terminate_clone_on_destroy is true. ${FOR_GOOD}`,
        ]
      : [
          `Cluster ${target}, the clone of ${cluster}, stays and is billed`,
          `Only its cloning operation ${id} leaves the state. ${howToEnd("it")} ${NEXT_TIME}`,
        ];
  }
  if (!isInFlight(ending)) return undefined;
  if (status === "pending") {
    const otherwise = terminate
      ? "it is waited for, and its clone is terminated"
      : "it goes on, and leaves a cluster that is billed";
    return [`${operation} will be cancelled`, `If it has begun by then, ${otherwise}.`];
  }
  return terminate
    ? [
        `${operation} is waited for, and its clone terminated`,
        `It has begun and cannot be cancelled. ${FOR_GOOD}`,
      ]
    : [
        `${operation} goes on, and leaves a cluster that is billed`,
        `It has begun and cannot be cancelled. ${NEXT_TIME}`,
      ];
}
