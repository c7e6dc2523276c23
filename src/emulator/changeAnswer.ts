import { shownSettings } from "./answer";
import type { Assumptions } from "./assumptions";
import type { ShownSettings, StoredChange } from "./change";
import { changeStatusAt, endOf, updatedAt } from "./changeTransitions";

type Prefixed<Prefix extends string> = {
  [Name in keyof ShownSettings as `${Prefix}${Name}`]: ShownSettings[Name] | null;
};

/** A change as the API answers it (management-api.md, ConfigurationChange). Moments are epoch seconds. */
export interface ChangeAnswer extends Prefixed<"old_">, Prefixed<"new_"> {
  id: string;
  status: string;
  created_at: number;
  updated_at: number;
  perform_change_at: number | null;
  completed_at: number | null;
  notification_email_addresses: string[] | null;
}

/** The change as a GET answers it at `now`. */
export function answerChange(change: StoredChange, now: number, assumptions: Assumptions): ChangeAnswer {
  const old = shownSettings(change.old, assumptions);
  const status = changeStatusAt(change, now);
  const addresses = [...change.notification_email_addresses];
  const none = addresses.length === 0 && assumptions.no_notification_addresses === "null";
  return {
    id: change.id,
    status,
    created_at: seconds(change.createdAt),
    updated_at: seconds(updatedAt(change, now)),
    perform_change_at: seconds(change.performAt),
    completed_at: completedAt(change, status, assumptions),
    notification_email_addresses: none ? null : addresses,
    ...prefixed("old_", old),
    ...prefixed("new_", shownTarget(change, old, assumptions)),
  };
}

function completedAt(change: StoredChange, status: string, assumptions: Assumptions): number | null {
  if (status === "succeeded" || status === "failed") return seconds(endOf(change));
  if (change.canceledAt === null || assumptions.completed_at_of_canceled === "null") return null;
  return seconds(change.canceledAt);
}

/** What is asked is shown as it was asked; what is shown beside it is an assumption. */
function shownTarget(
  change: StoredChange,
  old: ShownSettings,
  assumptions: Assumptions,
): Record<keyof ShownSettings, unknown> {
  const target = shownSettings({ ...change.old, ...change.sets }, assumptions);
  const { asked } = change;
  const names = Object.keys(target) as (keyof ShownSettings)[];
  const values = names.map((name) => {
    if (name in asked) return [name, asked[name]];
    const differs = JSON.stringify(target[name]) !== JSON.stringify(old[name]);
    const shown = { null: false, derived: differs, filled: true }[assumptions.unrequested_new];
    return [name, shown ? target[name] : null];
  });
  return Object.fromEntries(values);
}

function prefixed<Prefix extends string>(
  prefix: Prefix,
  values: Readonly<Record<keyof ShownSettings, unknown>>,
): Prefixed<Prefix> {
  const pairs = Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]);
  return Object.fromEntries(pairs) as Prefixed<Prefix>;
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
