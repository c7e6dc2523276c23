import type { ClusterValues } from "./cluster/types";
import type { CollectionValues } from "./collection/schema";

export type { NodeCounts } from "./api/topology";

/** What a configuration may say of a cluster that exists; null: it leaves that out. */
export type ClusterConfiguration = Readonly<
  Pick<
    ClusterValues,
    | "name"
    | "memory"
    | "vcpu"
    | "gpu"
    | "high_performance_disk"
    | "auto_upgrade_capacity"
    | "search_delivery_network"
    | "high_availability"
    | "high_availability_node_count"
    | "regions"
    | "region_node_counts"
    | "search_server_version"
  >
>;

/** What a configuration may say of a collection that exists, but for its nodes; null: it leaves that out. */
export type CollectionConfiguration = Readonly<
  Pick<
    CollectionValues,
    | "name"
    | "field"
    | "default_sorting_field"
    | "enable_nested_fields"
    | "token_separators"
    | "symbols_to_index"
    | "synonym_sets"
    | "curation_sets"
  >
>;
