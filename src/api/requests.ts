import type { MetricAggregation, MetricName, MetricWindow, Region, YesNo } from "./enumerations";
import type { RequiredSetting, SettingIn, SettingName, Settings } from "./settings";

/** Number of nodes by region name, each 1 or more. */
export type RegionNodeCounts = { readonly [region: string]: number };

/** Values in requests, by the type of their setting. */
interface RequestValues {
  yes_no: YesNo;
  boolean: boolean;
  string: string;
  version: string;
  count: number;
  counts: RegionNodeCounts;
}
type RequestValue<Name extends SettingName> = RequestValues[Settings[Name]["type"]];

type CreateSettings = {
  readonly [Name in RequiredSetting]: RequestValue<Name>;
} & {
  // Null leaves those unset that a later update can set.
  readonly [Name in Exclude<SettingIn<"create">, RequiredSetting>]?:
    | RequestValue<Name>
    | (Name extends SettingIn<"update"> ? null : never);
};

/**
 * Body of createCluster (management API, Request bodies). Exactly one of `regions` and
 * `region_node_counts`; the latter never together with `high_availability_node_count`.
 */
export interface CreateClusterBody extends CreateSettings {
  readonly regions?: Region | readonly Region[];
}

/** Body of updateCluster: at least one of them. A boolean that was set cannot be unset. */
export type UpdateClusterBody = {
  readonly [Name in SettingIn<"update">]?:
    | RequestValue<Name>
    | (Settings[Name]["type"] extends "boolean" ? never : null);
};

/** The settings of a change, in the names of its request. */
export type NewSettings = {
  readonly [Name in SettingIn<"change"> as `new_${Name}`]?: RequestValue<Name>;
};

/**
 * Body of createConfigurationChange: only what changes (docs/design/api-assumptions.md#changes). `new_region_node_counts` never together
 * with `new_high_availability_node_count`.
 */
export interface CreateConfigurationChangeBody extends NewSettings {
  /** Epoch seconds, in the future. */
  readonly perform_change_at: number;
  readonly notification_email_addresses?: readonly string[];
}

/** Body of createCloningOperation (docs/design/api-assumptions.md#clones). */
export interface CreateCloningOperationBody {
  readonly search_server_version?: string;
  readonly target_region?: Region;
  readonly notification_email_addresses?: readonly string[];
}

/** Body of createServerConfigurationParameter (docs/design/api-assumptions.md#parameters); numbers as strings. */
export interface CreateParameterBody {
  readonly parameter_name: string;
  readonly parameter_value: string;
}

/** The body of each operation that takes one (docs/design/api-assumptions.md#values). */
export interface RequestBodies {
  createCluster: CreateClusterBody;
  updateCluster: UpdateClusterBody;
  terminateCluster: { readonly lifecycle_action: "terminate" };
  createConfigurationChange: CreateConfigurationChangeBody;
  cancelConfigurationChange: { readonly status: "canceled" };
  createCloningOperation: CreateCloningOperationBody;
  cancelCloningOperation: { readonly status: "canceled" };
  createServerConfigurationParameter: CreateParameterBody;
  /** The name cannot change. */
  updateServerConfigurationParameter: Pick<CreateParameterBody, "parameter_value">;
}

/** Query of a paged operation. */
interface PageQuery {
  /** One-based. @default 1 */
  readonly page?: number;
  /** @default 10 */
  readonly per_page?: number;
}

/** The query of each operation that takes one. */
export interface RequestQueries {
  listClusters: PageQuery;
  listConfigurationChanges: PageQuery;
  listCloningOperations: PageQuery;
  listInvoices: PageQuery;
  getClusterMetrics: {
    /** 1 to 5 names, unique. */
    readonly metrics: readonly MetricName[];
    readonly window: MetricWindow;
    /** @default avg */
    readonly aggregation?: MetricAggregation;
  };
}
