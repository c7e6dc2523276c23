import type * as z from "zod";
import type { Assumptions } from "../assumptions";
import type { StoredCluster } from "../clusters/record";
import type { WorkflowBody, WorkflowKind } from "./kind";
import type { StoredWorkflow, WorkflowState } from "./life";

/** The moments of a seed (epoch seconds) and where it stands. */
interface WorkflowSeed extends WorkflowBody {
  readonly status?: WorkflowState | undefined;
  readonly created_at?: number | undefined;
  readonly perform_change_at?: number | undefined;
  readonly completed_at?: number | undefined;
}

const DAY = 86_400_000;

/** The change or clone of a seed, of a cluster that is `cluster` now. */
export function seededWorkflow<
  Stored extends StoredWorkflow,
  Body extends z.ZodObject,
  Seed extends WorkflowSeed,
>(
  kind: WorkflowKind<Stored, Body, Seed>,
  seed: Seed,
  cluster: StoredCluster,
  { id, now, assumptions }: { readonly id: string; readonly now: number; readonly assumptions: Assumptions },
): Stored {
  const { status = "pending", notification_email_addresses = [] } = seed;
  const over = status === "succeeded" || status === "failed";
  const completedAt = at(seed.completed_at) ?? now;
  const due = at(seed.perform_change_at) ?? (status === "pending" ? now + DAY : null);
  const createdAt = at(seed.created_at) ?? Math.min(now, due ?? now, over ? completedAt : now);
  const performAt = due ?? createdAt;
  const common: StoredWorkflow = {
    id,
    createdAt,
    performAt,
    duration: kind.duration(id, assumptions),
    beganAt: status === "in_progress" ? Math.min(now, due ?? now) : over ? Math.min(now, performAt) : null,
    endedAt: over ? completedAt : null,
    canceledAt: status === "canceled" ? completedAt : null,
    outcome: status === "failed" ? "failed" : "succeeded",
    notification_email_addresses,
    settled: over,
  };
  return { ...common, ...kind.seeded(cluster, seed) } as Stored;
}

function at(epochSeconds: number | undefined): number | null {
  return epochSeconds === undefined ? null : epochSeconds * 1000;
}
