import type { Assumptions } from "../assumptions/index";
import { spread } from "./record";

/** The moments (epoch milliseconds) from which a cluster's status follows. */
export interface Timeline {
  readonly provisionedAt: number;
  readonly inServiceAt: number;
  readonly terminatedAt: number | null;
}

/** A status of the record, or `gone`: the cluster answers 404. */
export type Phase = "provisioning" | "initializing" | "in_service" | "deprovisioning" | "terminated" | "gone";

type Going = Pick<Assumptions, "termination_path" | "termination_step_seconds">;

/** Where a cluster stands at `now` (docs/design/api-assumptions.md#values, #limits). */
export function phaseAt(timeline: Timeline, now: number, assumptions: Going): Phase {
  const { provisionedAt, inServiceAt, terminatedAt } = timeline;
  if (terminatedAt !== null && now >= terminatedAt) {
    return phaseAfterTerminate(now - terminatedAt, assumptions);
  }
  if (now >= inServiceAt) return "in_service";
  return now < provisionedAt + (inServiceAt - provisionedAt) * PROVISIONING_SHARE
    ? "provisioning"
    : "initializing";
}

const PROVISIONING_SHARE = 0.6;

function phaseAfterTerminate(elapsed: number, assumptions: Going): Phase {
  const steps = assumptions.termination_path.split(",");
  const length = assumptions.termination_step_seconds * 1000;
  const reached = length === 0 ? steps.length - 1 : Math.min(Math.floor(elapsed / length), steps.length - 1);
  const step = steps[reached];
  return step === "404" || step === undefined ? "gone" : (step as Phase);
}

/** Milliseconds from POST to in service: 4 to 6 minutes, fixed per id, or what the assumption says. */
export function provisioningTime(id: string, assumptions: Pick<Assumptions, "provisioning_seconds">): number {
  const fixed = assumptions.provisioning_seconds;
  return (fixed > 0 ? fixed : FASTEST_SECONDS + spread(id, SLOWEST_SECONDS - FASTEST_SECONDS + 1)) * 1000;
}

const FASTEST_SECONDS = 240;
const SLOWEST_SECONDS = 360;

/** Share of the nodes that is up, from 0 to 1, while a cluster starts. */
export function startedShare(timeline: Timeline, now: number): number {
  const { provisionedAt, inServiceAt } = timeline;
  const initializingAt = provisionedAt + (inServiceAt - provisionedAt) * PROVISIONING_SHARE;
  if (now >= inServiceAt) return 1;
  if (now < initializingAt) return 0;
  return (now - initializingAt) / (inServiceAt - initializingAt);
}

/** A cluster on its way out (or out) can be neither changed nor terminated again. */
export function isLeaving(status: string): boolean {
  return status === "deprovisioning" || status === "terminated" || status === "gone";
}
