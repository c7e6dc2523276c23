import type { StoredCluster } from "../../domain/store/cluster";
import { freshWorkflow, type StoredWorkflow, type WorkflowState } from "../../domain/store/workflow";
import type { WorkflowKind } from "../../domain/workflows/kind";
import type { TestWorld } from "../world";

/** The moments of a seed (epoch seconds) and where it stands. */
interface WorkflowSeed {
  readonly id?: string | undefined;
  readonly status?: WorkflowState | undefined;
  readonly created_at?: number | undefined;
  readonly perform_change_at?: number | undefined;
  readonly completed_at?: number | undefined;
  readonly notification_email_addresses?: readonly string[] | undefined;
}

const DAY = 86_400_000;

/** Puts the changes, or clones, of a seed into `cluster`, as it is now. */
export function seedWorkflows<Stored extends StoredWorkflow, Seed extends WorkflowSeed>(
  { store, clock, assumptions }: TestWorld,
  kind: WorkflowKind<Stored, NoInfer<Seed>>,
  cluster: StoredCluster,
  seeds: readonly Seed[] = [],
): void {
  for (const seed of seeds) {
    const id = seed.id ?? store.nextId(kind.name);
    const common: StoredWorkflow = {
      ...freshWorkflow(),
      ...timeline(seed, clock.now()),
      id,
      duration: kind.duration(id, assumptions),
      notification_email_addresses: seed.notification_email_addresses ?? [],
    };
    kind.of(cluster).push({ ...common, ...kind.seeded(cluster, seed) } as Stored);
  }
}

function timeline({ status = "pending", ...seed }: WorkflowSeed, now: number) {
  const over = status === "succeeded" || status === "failed";
  const completedAt = at(seed.completed_at) ?? now;
  const due = at(seed.perform_change_at) ?? (status === "pending" ? now + DAY : null);
  const createdAt = at(seed.created_at) ?? Math.min(now, due ?? now, over ? completedAt : now);
  const performAt = due ?? createdAt;
  return {
    createdAt,
    performAt,
    beganAt: status === "in_progress" ? Math.min(now, due ?? now) : over ? Math.min(now, performAt) : null,
    endedAt: over ? completedAt : null,
    canceledAt: status === "canceled" ? completedAt : null,
    outcome: status === "failed" ? "failed" : "succeeded",
    settled: over,
  } as const;
}

function at(epochSeconds: number | undefined): number | null {
  return epochSeconds === undefined ? null : epochSeconds * 1000;
}
