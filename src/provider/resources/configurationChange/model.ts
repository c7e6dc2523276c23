import type { NewSettings } from "../../../api/requests";
import { CHANGE_SETTINGS } from "../../../api/settings";
import type { ConfigurationChangeRecord } from "../../../client";
import { toInstant } from "../../model/convert";
import { encodedSetting, prefixed, requestedIn, settingsIn, sizingBy } from "../../model/sizing";
import { isInFlight } from "../../shared/changes/inFlight";
import type { ChangeValues, Imported } from "./schema";

/** Returns the values of a change that its record shows. The requested values stay as the user wrote them. */
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
 * Returns the settings that an imported change requested, as far as its record shows. The service may fill in settings that nobody
 * requested, and those that follow from others.
 */
export function importedValues(change: ConfigurationChangeRecord): Partial<ChangeValues> {
  const requested = requestedIn(change);
  const addresses = change.notification_email_addresses;
  // A configuration gives the number of nodes in one of two ways.
  const region_node_counts =
    requested.high_availability_node_count === null ? requested.region_node_counts : null;
  return {
    ...prefixed("new_", { ...requested, region_node_counts }),
    notification_email_addresses: addresses.length > 0 ? addresses : null,
  };
}

/**
 * Returns the configuration for code that Terraform generates. The moment of a change that has ended is history: a later edit would request
 * another change in the past, which is rejected.
 */
export function generatedChange(state: ChangeValues): Partial<ChangeValues> {
  return isInFlight(state) ? state : { ...state, perform_change_at: null };
}

/** Returns the settings of an imported change for private state. */
export function importedFrom(change: ConfigurationChangeRecord): Imported {
  const [before, after] = [settingsIn(change, "old"), settingsIn(change, "new")];
  return prefixed(
    "new_",
    sizingBy((name) => after[name] ?? before[name]),
  );
}

/** Returns the settings of the body: the configured ones and nothing else. None at all: a restart. */
export function newSettings(planned: ChangeValues): NewSettings {
  const given = CHANGE_SETTINGS.flatMap((name) => {
    const value = planned[`new_${name}`];
    return value === null ? [] : [[`new_${name}`, encodedSetting(name, value)]];
  });
  return Object.fromEntries(given);
}
