import type { Nodes, SyncProgress } from "../../../dataPlane";
import type { LiveCall } from "./schema";

/** Milliseconds between two lines about the same stage. */
const EVERY_MS = 10_000;

const WORDS = {
  copy: "Copying the documents",
  catchUp: "Catching up with what was written meanwhile",
  settle: "Carrying over the last writes",
} as const satisfies { readonly [Stage in SyncProgress["stage"]]: string };

/**
 * Returns a function that writes the progress of an update to the log: the first line of each stage, then one every ten seconds, and the
 * last one of a copy.
 *
 * @param to the name of the version that is filled
 */
export function createProgress(
  log: LiveCall["log"],
  { now }: Pick<Nodes["clock"], "now">,
  to: string,
): (progress: SyncProgress) => void {
  let last: { readonly stage: SyncProgress["stage"]; readonly at: number } | undefined;
  return ({ stage, done, total }) => {
    const isWhole = stage === "copy" && done === total;
    if (last?.stage === stage && now() - last.at < EVERY_MS && !isWhole) return;
    last = { stage, at: now() };
    log.info(`${WORDS[stage]} (version ${to})`, { done, ...(total !== null && { total }) });
  };
}
