import type {
  Memory,
  MetricAggregation,
  MetricName,
  MetricWindow,
  Region,
  SearchDeliveryNetwork,
  Vcpu,
  YesNo,
} from "./enumerations";

/** Number of nodes by region name, each 1 or more. */
export type RegionNodeCounts = { readonly [region: string]: number };

/**
 * Body of createCluster (management API, Request bodies). Exactly one of `regions` and
 * `region_node_counts`; the latter never together with `high_availability_node_count`.
 */
export interface CreateClusterBody {
  readonly memory: Memory;
  readonly vcpu: Vcpu;
  readonly regions?: Region | readonly Region[];
  readonly region_node_counts?: RegionNodeCounts;
  /** 3 to 7. @default 3 when high_availability is yes and the network is off */
  readonly high_availability_node_count?: number;
  readonly name?: string | null;
  readonly gpu?: YesNo;
  readonly high_performance_disk?: YesNo;
  readonly high_availability?: YesNo;
  readonly search_delivery_network?: SearchDeliveryNetwork;
  readonly search_server_version?: string;
  readonly auto_upgrade_capacity?: boolean | null;
}

/** Body of updateCluster: at least one of the two. */
export interface UpdateClusterBody {
  readonly name?: string | null;
  readonly auto_upgrade_capacity?: boolean;
}

/** Body of createConfigurationChange: only what changes (docs/design/api-assumptions.md#changes). */
export interface CreateConfigurationChangeBody {
  /** Epoch seconds, in the future. */
  readonly perform_change_at: number;
  readonly new_memory?: Memory;
  readonly new_vcpu?: Vcpu;
  readonly new_gpu?: YesNo;
  readonly new_high_performance_disk?: YesNo;
  readonly new_search_server_version?: string;
  readonly new_high_availability?: YesNo;
  /** 3 to 7; never together with new_region_node_counts. */
  readonly new_high_availability_node_count?: number;
  readonly new_search_delivery_network?: SearchDeliveryNetwork;
  readonly new_region_node_counts?: RegionNodeCounts;
  readonly notification_email_addresses?: readonly string[];
}

/** Body of createCloningOperation (docs/design/api-assumptions.md#clones). */
export interface CreateCloningOperationBody {
  readonly search_server_version?: string;
  readonly target_region?: Region;
  readonly notification_email_addresses?: readonly string[];
}

/** Body of createServerConfigurationParameter (docs/design/api-assumptions.md#parameters); numbers as text. */
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

/** Query of an operation that answers in pages. */
export interface PageQuery {
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
