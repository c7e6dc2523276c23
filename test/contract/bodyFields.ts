import type { OperationId } from "../../src/api/operations";
import type { RequestBodies } from "../../src/api/requests";

type Presence = "required" | "optional";

/** The properties of each body; the compiler holds them against the types of src/api/requests. */
export const BODY_FIELDS = {
  createCluster: {
    memory: "required",
    vcpu: "required",
    regions: "optional",
    region_node_counts: "optional",
    high_availability_node_count: "optional",
    name: "optional",
    gpu: "optional",
    high_performance_disk: "optional",
    high_availability: "optional",
    search_delivery_network: "optional",
    search_server_version: "optional",
    auto_upgrade_capacity: "optional",
  },
  updateCluster: { name: "optional", auto_upgrade_capacity: "optional" },
  terminateCluster: { lifecycle_action: "required" },
  createConfigurationChange: {
    perform_change_at: "required",
    new_memory: "optional",
    new_vcpu: "optional",
    new_gpu: "optional",
    new_high_performance_disk: "optional",
    new_search_server_version: "optional",
    new_high_availability: "optional",
    new_high_availability_node_count: "optional",
    new_search_delivery_network: "optional",
    new_region_node_counts: "optional",
    notification_email_addresses: "optional",
  },
  cancelConfigurationChange: { status: "required" },
  createCloningOperation: {
    search_server_version: "optional",
    target_region: "optional",
    notification_email_addresses: "optional",
  },
  cancelCloningOperation: { status: "required" },
  createServerConfigurationParameter: { parameter_name: "required", parameter_value: "required" },
  updateServerConfigurationParameter: { parameter_value: "required" },
} as const satisfies {
  [Id in keyof RequestBodies & OperationId]: Record<keyof RequestBodies[Id], Presence>;
};
