import type { NewSettings } from "../../../api/requests";
import { CHANGE_SETTINGS } from "../../../api/settings";
import type { ConfigurationChangeRecord } from "../../../client";
import { toInstant } from "../../model/convert";
import { encodedSetting, prefixed, requestedIn, settingsIn, sizingBy } from "../../model/sizing";
import type { ChangeValues, Imported } from "./schema";

/** What a record says of a change, in the names of the resource; what was requested stays in the user's words. */
export function observedChange(change: ConfigurationChangeRecord): Partial<ChangeValues> {
  return {
    id: change.id,
    perform_change_at: toInstant(change.perform_change_at),
    status: change.status,
    created_at: toInstant(change.created_at),
    updated_at: toInstant(change.updated_at),
    completed_at: toInstant(change.completed_at),
    old: settingsIn(change, "old"),
  };
}

/**
 * What an imported change requested, as far as its record tells: the service may fill in settings that nobody requested, and
 * those that follow from others.
 */
export function importedValues(change: ConfigurationChangeRecord): Partial<ChangeValues> {
  const requested = requestedIn(change);
  const addresses = change.notification_email_addresses;
  // Of the two ways to say how many nodes there are, a configuration gives one.
  const region_node_counts =
    requested.high_availability_node_count === null ? requested.region_node_counts : null;
  return {
    ...prefixed("new_", { ...requested, region_node_counts }),
    notification_email_addresses: addresses.length > 0 ? addresses : null,
  };
}

/** What private state holds of an imported change. */
export function importedFrom(change: ConfigurationChangeRecord): Imported {
  const [before, after] = [settingsIn(change, "old"), settingsIn(change, "new")];
  return prefixed(
    "new_",
    sizingBy((name) => after[name] ?? before[name]),
  );
}

/** The settings of the body: what the configuration says and nothing else. None at all: a restart. */
export function newSettings(planned: ChangeValues): NewSettings {
  const given = CHANGE_SETTINGS.flatMap((name) => {
    const value = planned[`new_${name}`];
    return value === null ? [] : [[`new_${name}`, encodedSetting(name, value)]];
  });
  return Object.fromEntries(given);
}
