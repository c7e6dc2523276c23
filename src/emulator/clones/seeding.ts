import type { Assumptions } from "../assumptions";
import type { StoredCluster } from "../clusters/record";
import type { CloneSeed } from "../control/requests";
import { copyOf } from "./copy";
import { cloneTime, type StoredClone } from "./record";

const DAY = 86_400_000;

/** The clone of a seed, of a cluster that is `cluster` now. */
export function seededClone(
  seed: CloneSeed,
  cluster: StoredCluster,
  id: string,
  now: number,
  assumptions: Assumptions,
): StoredClone {
  const { status = "pending", target_region, search_server_version } = seed;
  const over = status === "succeeded" || status === "failed";
  const completedAt = at(seed.completed_at, now);
  const createdAt = at(seed.created_at, Math.min(now, over ? completedAt : now));
  const asked = {
    ...(target_region === undefined ? {} : { target_region }),
    ...(search_server_version === undefined ? {} : { search_server_version }),
  };
  return {
    id,
    createdAt,
    performAt: status === "pending" ? now + DAY : createdAt,
    duration: cloneTime(id, assumptions),
    beganAt: status === "in_progress" ? now : null,
    endedAt: over ? completedAt : null,
    canceledAt: status === "canceled" ? completedAt : null,
    outcome: status === "failed" ? "failed" : "succeeded",
    notification_email_addresses: seed.notification_email_addresses ?? [],
    asked,
    ...copyOf(cluster, asked),
    made_by: { user_name: "Console", user_type: "User" },
    key: null,
    target: seed.target_cluster_reference_id ?? null,
    settled: seed.target_cluster_reference_id !== undefined,
  };
}

function at(epochSeconds: number | undefined, otherwise: number): number {
  return epochSeconds === undefined ? otherwise : epochSeconds * 1000;
}
