import type { ConfigurationChangeRecord } from "../api/records";
import type { CreateConfigurationChangeBody } from "../api/requests";
import { answersChange } from "./comparison";
import type { Settlement } from "./settling";

/** What is known when the answer of a request for a configuration change is lost. */
export interface LostChange {
  /** The changes of the cluster, read after the loss. */
  readonly changes: readonly ConfigurationChangeRecord[];
  /** What was sent; more than one when the moment was chosen anew for a repetition. */
  readonly bodies: readonly CreateConfigurationChangeBody[];
  /** Ids that were known before the request, or that another request of this process got. */
  readonly isKnown: (id: string) => boolean;
  /** Epoch seconds of the last server time seen before the request; null when none was. */
  readonly serverTimeBefore: number | null;
}

export type LostChangeStop =
  | "several"
  /** Nobody says whether it was made before or after. */
  | "undated";

/**
 * Decides what became of a request for a change whose answer is lost (DESIGN.md, L1): exactly one new change that
 * fits is the answer; none, and it may be repeated. A new change that does not fit is somebody else's: a repetition
 * that meets it is refused by the service, as at most one is pending (open-points.md, section 4).
 */
export function settleChange(lost: LostChange): Settlement<LostChangeStop> {
  const { changes, bodies, isKnown, serverTimeBefore } = lost;
  const fitting = changes.filter(
    (change) =>
      !isKnown(change.id) &&
      !certainlyBefore(change, serverTimeBefore) &&
      bodies.some((body) => answersChange(body, change)),
  );
  const [candidate, ...others] = fitting;
  const ids = fitting.map(({ id }) => id);
  if (candidate === undefined) return { repeat: true };
  if (others.length > 0) return { stop: "several", ids };
  if (candidate.created_at === null || serverTimeBefore === null) return { stop: "undated", ids };
  return { adopt: candidate.id };
}

function certainlyBefore({ created_at }: ConfigurationChangeRecord, serverTimeBefore: number | null) {
  return created_at !== null && serverTimeBefore !== null && created_at < serverTimeBefore;
}
