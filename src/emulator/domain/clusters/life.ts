import type { Assumptions } from "../assumptions";
import { durationOf } from "../derived";
import type { StoredCluster } from "../store/cluster";
import { cancel, finish, statusAt } from "../store/workflow";

/** The times (epoch milliseconds) that decide the status of a cluster. */
type Timeline = Pick<StoredCluster, "provisionedAt" | "inServiceAt" | "terminatedAt">;

/** A status of the record, or `gone`: the cluster answers 404. */
type Phase = "provisioning" | "initializing" | "in_service" | "deprovisioning" | "terminated" | "gone";

type Termination = Pick<Assumptions, "termination_path" | "termination_step_seconds">;

/** Returns the phase of a cluster at `now` (docs/design/api-assumptions.md#values, #limits). */
export function phaseAt(timeline: Timeline, now: number, assumptions: Termination): Phase {
  const { inServiceAt, terminatedAt } = timeline;
  if (terminatedAt !== null && now >= terminatedAt) {
    return phaseAfterTerminate(now - terminatedAt, assumptions);
  }
  if (now >= inServiceAt) return "in_service";
  return now < initializingAt(timeline) ? "provisioning" : "initializing";
}

const PROVISIONING_SHARE = 0.6;

function initializingAt({ provisionedAt, inServiceAt }: Timeline): number {
  return provisionedAt + (inServiceAt - provisionedAt) * PROVISIONING_SHARE;
}

function phaseAfterTerminate(elapsed: number, assumptions: Termination): Phase {
  const steps = assumptions.termination_path.split(",");
  const length = assumptions.termination_step_seconds * 1000;
  const reached = length === 0 ? steps.length - 1 : Math.min(Math.floor(elapsed / length), steps.length - 1);
  const step = steps[reached];
  return step === "404" || step === undefined ? "gone" : (step as Phase);
}

/** Returns the milliseconds from POST to in service: 4 to 6 minutes, fixed per id, or the value of the assumption. */
export function provisioningTime(id: string, assumptions: Pick<Assumptions, "provisioning_seconds">): number {
  return durationOf(id, assumptions.provisioning_seconds, [240, 360]);
}

/** Returns the share of nodes that are up, from 0 to 1, while a cluster starts. */
export function startedShare(timeline: Timeline, now: number): number {
  const from = initializingAt(timeline);
  if (now >= timeline.inServiceAt) return 1;
  return Math.max(0, (now - from) / (timeline.inServiceAt - from));
}

export function isStarting(status: string): boolean {
  return status === "provisioning" || status === "initializing";
}

/** True if a cluster is being terminated or is gone. It cannot be changed or terminated again. */
export function isLeaving(status: string): boolean {
  return status === "deprovisioning" || status === "terminated" || status === "gone";
}

/**
 * Starts the termination of a cluster, even if its status is held. Cancels a pending change or clone. A change in
 * progress fails; for a clone in progress an assumption decides.
 */
export function terminate(
  cluster: StoredCluster,
  now: number,
  assumptions: Pick<Assumptions, "clone_of_terminated">,
): void {
  const ending = assumptions.clone_of_terminated === "failed" ? cluster.clones : [];
  for (const one of [...cluster.changes, ...cluster.clones]) {
    if (statusAt(one, now) === "pending") cancel(one, now);
  }
  for (const one of [...cluster.changes, ...ending]) {
    if (statusAt(one, now) === "in_progress") finish(one, "failed", now);
  }
  const { status: _, ...held } = cluster.held;
  cluster.held = held;
  cluster.terminatedAt = now;
}
