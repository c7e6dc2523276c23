import type { Assumptions } from "../assumptions/index";
import type { ChangeSeed } from "../control/requests";
import { planChange } from "../rules/changedConfiguration";
import { changeTime, type Settings, type ShownSettings, type StoredChange, settingsOf } from "./record";

const DAY = 86_400_000;

/** The change of a seed, of a cluster that is `cluster` now. */
export function seededChange(
  seed: ChangeSeed,
  cluster: Settings,
  id: string,
  now: number,
  assumptions: Assumptions,
): StoredChange {
  const { status = "pending", notification_email_addresses = [] } = seed;
  const fields = Object.entries(seed).filter(([field]) => field.startsWith("new_"));
  const asked: Partial<ShownSettings> = Object.fromEntries(
    fields.map(([field, value]) => [field.slice("new_".length), value]),
  );
  const { sets } = planChange(cluster, asked, asked.search_server_version ?? cluster.search_server_version);
  const over = status === "succeeded" || status === "failed";
  const completedAt = at(seed.completed_at, now);
  const performAt = at(seed.perform_change_at, status === "pending" ? now + DAY : now);
  return {
    id,
    createdAt: at(seed.created_at, Math.min(now, performAt)),
    performAt,
    duration: changeTime(id, assumptions),
    beganAt: status === "in_progress" || over ? Math.min(now, performAt) : null,
    endedAt: over ? completedAt : null,
    canceledAt: status === "canceled" ? completedAt : null,
    outcome: status === "failed" ? "failed" : "succeeded",
    notification_email_addresses,
    asked,
    old: settingsOf(cluster),
    sets,
    carries: null,
    settled: over,
  };
}

function at(epochSeconds: number | undefined, otherwise: number): number {
  return epochSeconds === undefined ? otherwise : epochSeconds * 1000;
}
