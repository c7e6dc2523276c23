import { CHANGE_SETTINGS, settingOf } from "../../../api/settings";
import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import { durationOf } from "../derived";
import { type BodyRules, checkBody, strict, texts, wholeNumber } from "../rules/fields";
import { newSettingFields } from "../rules/settings";
import { type ShownSettings, settingsOf, shownSettings } from "../store/settings";
import type { StoredChange } from "../store/workflow";
import { answerWorkflow, type WorkflowKind } from "../workflows/kind";
import { planChange, resolveRequest } from "./plan";

/** The body of createConfigurationChange (docs/design/api-assumptions.md#changes). */
const BODY = strict({
  perform_change_at: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  ...newSettingFields(),
  notification_email_addresses: texts.optional(),
});

const SIZES = CHANGE_SETTINGS.filter((name) => settingOf(name).group === "size").map((name) => `new_${name}`);
const CHANGEABLE = CHANGE_SETTINGS.map((name) => `new_${name}`);

function rules({ restart_body, size_fields_demanded }: Assumptions): BodyRules<typeof BODY> {
  return {
    schema: BODY,
    together: [
      {
        broken: (has) =>
          !SIZES.some(has) &&
          (CHANGEABLE.some(has) ? size_fields_demanded === "yes" : restart_body === "400"),
        text: `at least one of ${SIZES.join(", ")} must be present`,
      },
      {
        broken: (has) => has("new_region_node_counts") && has("new_high_availability_node_count"),
        text: "new_region_node_counts must not be sent together with new_high_availability_node_count",
      },
    ],
  };
}

export const CHANGES: WorkflowKind<StoredChange, Readonly<Record<string, unknown>>> = {
  name: "change",
  noun: "configuration change",
  act: ["change the configuration of a cluster", "changed"],
  keys: ["configuration_change", "configuration_changes"],
  bodyOptional: false,
  of: ({ changes }) => changes,
  /** 30 minutes to 4 hours. */
  duration: (id, { change_seconds }) => durationOf(id, change_seconds, [1_800, 14_400]),
  answer: answerChange,
  statuses: ({ second_change_status, change_out_of_service, cancel_too_late }) => ({
    busy: second_change_status,
    outOfService: change_out_of_service,
    tooLate: cancel_too_late,
  }),
  read({ clock, assumptions }, unchecked, { now, refusal }) {
    const body = checkBody(rules(assumptions), unchecked, refusal);
    const performAt = body.perform_change_at * 1000;
    if (performAt <= now - clock.slack()) {
      const text = `must be in the future; it is ${seconds(now)} now`;
      throw refusal(Number(assumptions.past_perform_change_at), [{ field: "perform_change_at", text }]);
    }
    const context = { assumptions, prefix: "new_", refusal };
    return {
      notification_email_addresses: body.notification_email_addresses,
      performAt,
      own: (cluster) => ({
        ...resolveRequest(cluster, requestedOf(body), context),
        old: settingsOf(cluster),
        carries: null,
      }),
    };
  },
  seeded(cluster, seed) {
    const requested = requestedOf(seed);
    const version = requested.search_server_version ?? cluster.search_server_version;
    const { sets } = planChange(cluster, requested, version);
    return { requested, old: settingsOf(cluster), sets, carries: null };
  },
};

/** Returns the settings of a body or seed, without the prefix `new_`. */
function requestedOf(body: Readonly<Record<string, unknown>>): Partial<ShownSettings> {
  const named = CHANGEABLE.filter((field) => body[field] !== undefined);
  return Object.fromEntries(named.map((field) => [field.slice("new_".length), body[field]]));
}

type Prefixed<Prefix extends string> = {
  [Name in keyof ShownSettings as `${Prefix}${Name}`]: ShownSettings[Name] | null;
};

/** Returns the change as a GET answers it at `now` (management API, ConfigurationChange). Times are epoch seconds. */
export function answerChange(change: StoredChange, now: number, assumptions: Assumptions) {
  const old = shownSettings(change.old, assumptions);
  return {
    ...answerWorkflow(change, now, assumptions),
    perform_change_at: seconds(change.performAt),
    ...prefixed("old_", old),
    ...prefixed("new_", shownTarget(change, old, assumptions)),
  };
}

/** Returns the new values. Requested ones are shown as requested; an assumption decides about the others. */
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
