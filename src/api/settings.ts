/**
 * The settings of a cluster, declared once (CONTRIBUTING.md, "How to add a setting"). Record shapes, request bodies, comparisons, the
 * attributes of changes, adoption, the emulator's fields and the constructs' checks are derived from this table.
 */

/** Requests that can carry a setting. A configuration change carries it as `new_<name>`. */
type SettingRequest = "create" | "update" | "change";

/** Form of a value in the API. Terraform shows a `yes_no` as a boolean. A `version` matches every version that begins with it. */
type SettingType = "yes_no" | "boolean" | "string" | "version" | "count" | "counts";

interface Setting {
  readonly type: SettingType;
  /** The requests that carry it; none: it follows from other settings, and only records show it. */
  readonly requests: readonly SettingRequest[];
  /** Every cluster has a value, and every create names one. */
  readonly required?: true;
  /** Null is a value of its own, not one that the record leaves out for now. */
  readonly nullable?: true;
  /** The value of a cluster whose create names none; without one, null. */
  readonly default?: string;
  /** `size`: the service may demand one of these in each change. `topology`: these only make sense together. */
  readonly group?: "size" | "topology";
  /** Its name in the public service's dialect, where that differs. */
  readonly dialectName?: string;
  /** A phrase that a time can follow: "now", "before the change", "afterwards". */
  readonly description: string;
  /** A value for the description of an attribute. */
  readonly example?: string;
}

export const SETTINGS = {
  name: {
    type: "string",
    requests: ["create", "update"],
    nullable: true,
    description: "Name",
  },
  memory: {
    type: "string",
    requests: ["create", "change"],
    required: true,
    group: "size",
    description: "Memory per node",
    example: "8_gb",
  },
  vcpu: {
    type: "string",
    requests: ["create", "change"],
    required: true,
    group: "size",
    description: "vCPU option per node",
    example: "2_vcpus",
  },
  gpu: {
    type: "yes_no",
    requests: ["create", "change"],
    default: "no",
    group: "size",
    description: "Whether the nodes have a GPU",
  },
  high_performance_disk: {
    type: "yes_no",
    requests: ["create", "change"],
    default: "no",
    group: "size",
    description: "Whether the nodes have high performance disks",
  },
  search_server_version: {
    type: "version",
    requests: ["create", "change"],
    dialectName: "typesense_server_version",
    description: "Server version",
    example: "27.1",
  },
  high_availability: {
    type: "yes_no",
    requests: ["create", "change"],
    default: "no",
    group: "topology",
    description: "Whether the cluster is highly available",
  },
  high_availability_node_count: {
    type: "count",
    requests: ["create", "change"],
    nullable: true,
    group: "topology",
    description: "Number of nodes of a high-availability cluster in one region",
  },
  search_delivery_network: {
    type: "string",
    requests: ["create", "change"],
    default: "off",
    group: "topology",
    description: "Search delivery network (`off`, `3_regions`, `5_regions` or `multi_nodes_per_region`)",
  },
  region_node_counts: {
    type: "counts",
    requests: ["create", "change"],
    group: "topology",
    description: "Number of nodes by region",
  },
  load_balancing: {
    type: "yes_no",
    requests: [],
    description: "Whether the service balances the load over the nodes",
  },
  auto_upgrade_capacity: {
    type: "boolean",
    requests: ["create", "update"],
    nullable: true,
    description: "Whether the service may raise memory and vcpu by itself",
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;

/** The settings that a request can carry. */
export type SettingIn<Request extends SettingRequest> = {
  [Name in SettingName]: Request extends Settings[Name]["requests"][number] ? Name : never;
}[SettingName];

/** The settings that the record of a change shows, as `old_<name>` and `new_<name>`. */
export type SettingOfChange =
  | SettingIn<"change">
  | { [Name in SettingName]: Settings[Name]["requests"] extends readonly [] ? Name : never }[SettingName];

/** The settings that a create must name. */
export type RequiredSetting = {
  [Name in SettingName]: Settings[Name] extends { readonly required: true } ? Name : never;
}[SettingName];

/** A row of the table, without the literal types. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

function settingsIn<Request extends SettingRequest>(request: Request): readonly SettingIn<Request>[] {
  const isCarried = (name: SettingName) => settingOf(name).requests.includes(request);
  return SETTING_NAMES.filter((name): name is SettingIn<Request> => isCarried(name));
}

export const CREATE_SETTINGS: readonly SettingIn<"create">[] = settingsIn("create");
export const UPDATE_SETTINGS: readonly SettingIn<"update">[] = settingsIn("update");
export const CHANGE_SETTINGS: readonly SettingIn<"change">[] = settingsIn("change");
export const SETTINGS_OF_CHANGE: readonly SettingOfChange[] = SETTING_NAMES.filter(
  (name): name is SettingOfChange =>
    settingOf(name).requests.length === 0 || settingOf(name).requests.includes("change"),
);

/**
 * The size that a change repeats where the service demands one: nobody else changes it, while the service may raise memory and vcpu at
 * any time (docs/design/laws.md#l6).
 */
export const REPEATED_SIZE = "high_performance_disk";

/** The name of a setting as a property in TypeScript: `search_server_version` as `searchServerVersion`. */
export function propertyOf(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
