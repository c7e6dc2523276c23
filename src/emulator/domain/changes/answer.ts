import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import { type ShownSettings, shownSettings } from "../store/settings";
import type { StoredChange } from "../store/workflow";
import { answerWorkflow } from "../workflows/kind";

type Prefixed<Prefix extends string> = {
  [Name in keyof ShownSettings as `${Prefix}${Name}`]: ShownSettings[Name] | null;
};

/** The change as a GET answers it at `now` (management API, ConfigurationChange). Moments are epoch seconds. */
export function answerChange(change: StoredChange, now: number, assumptions: Assumptions) {
  const old = shownSettings(change.old, assumptions);
  return {
    ...answerWorkflow(change, now, assumptions),
    perform_change_at: seconds(change.performAt),
    ...prefixed("old_", old),
    ...prefixed("new_", shownTarget(change, old, assumptions)),
  };
}

/** What is requested is shown as it was requested; what is shown beside it is an assumption. */
function shownTarget(
  change: StoredChange,
  old: ShownSettings,
  assumptions: Assumptions,
): Record<keyof ShownSettings, unknown> {
  const target = shownSettings({ ...change.old, ...change.sets }, assumptions);
  const { requested } = change;
  const names = Object.keys(target) as (keyof ShownSettings)[];
  const values = names.map((name) => {
    if (name in requested) return [name, requested[name]];
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
