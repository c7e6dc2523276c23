import {
  CHANGE_SETTINGS,
  type SettingIn,
  type SettingOfChange,
  type Settings as Table,
} from "../../../api/settings";
import type { Assumptions } from "../assumptions";

/** The settings that follow from the others. */
type Derived = "high_availability_node_count" | "load_balancing";
type StoredName = Exclude<SettingIn<"change">, Derived>;

type Stored<Name extends StoredName> = Table[Name]["type"] extends "counts"
  ? Readonly<Record<string, number>>
  : string;

/** The settings that a configuration change can change, as the emulator stores them. The other settings follow from these. */
export type Settings = { [Name in StoredName]: Stored<Name> };

/** The settings of which a ConfigurationChange shows the old and the new value (management API). */
export type ShownSettings = {
  [Name in Exclude<SettingOfChange, Derived | "region_node_counts">]: Settings[Name];
} & {
  high_availability_node_count: number | null;
  load_balancing: string;
  region_node_counts: Record<string, number> | null;
};

/** The names of the settings that are stored. */
export const STORED_SETTINGS: readonly StoredName[] = CHANGE_SETTINGS.filter(
  (name): name is StoredName => name !== "high_availability_node_count",
);

/** Returns the settings of a cluster, without the rest of its record. */
export function settingsOf(cluster: Settings): Settings {
  const settings = Object.fromEntries(STORED_SETTINGS.map((name) => [name, cluster[name]]));
  return { ...settings, region_node_counts: { ...cluster.region_node_counts } } as Settings;
}

/** Returns the settings as a cluster, or a change, shows them. */
export function shownSettings(cluster: Settings, assumptions: Assumptions): ShownSettings {
  const { region_node_counts: counts, ...settings } = settingsOf(cluster);
  const shown = { all: true, none: false, several_regions: Object.keys(counts).length > 1 };
  return {
    ...settings,
    high_availability_node_count: nodeCountOf(cluster),
    load_balancing: cluster.high_availability,
    region_node_counts: shown[assumptions.region_node_counts] ? { ...counts } : null,
  };
}

/** Returns the node count; null unless highly available in one region without the network (docs/design/api-assumptions.md#topology). */
function nodeCountOf(cluster: Settings): number | null {
  if (cluster.high_availability !== "yes" || cluster.search_delivery_network !== "off") return null;
  return nodesIn(cluster.region_node_counts);
}

export function nodesIn(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, nodes) => total + nodes, 0);
}
