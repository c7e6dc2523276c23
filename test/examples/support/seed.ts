import type { ClusterSeed } from "../../../src/emulator";

/** What an example finds at the service: a cluster of its own, so that they can all run at once. */
const SEEDS: { readonly [example: string]: ClusterSeed } = {
  "data-sources/searchcloud_cluster": { high_availability: "yes" },
  "data-sources/searchcloud_clusters": { name: "reviews" },
  "data-sources/searchcloud_configuration_changes": {
    changes: [
      { status: "succeeded", new_memory: "0.5_gb" },
      { status: "pending", new_memory: "1_gb", perform_change_at: Date.UTC(2027, 0, 1) / 1000 },
    ],
  },
  "data-sources/searchcloud_cloning_operations": {
    clones: [
      {
        status: "succeeded",
        target_cluster_reference_id: "copy-of-yesterday",
        completed_at: Date.UTC(2026, 10, 19) / 1000,
      },
      { status: "failed" },
    ],
  },
  "data-sources/searchcloud_server_parameters": {
    parameters: { "max-per-page": "500", "cors-domains": "https://shop.example" },
  },
  "resources/searchcloud_cloning_operation": { search_server_version: "29.1" },
};

export function seedFor(kind: string, name: string): ClusterSeed & { readonly id: string } {
  return { id: `${kind}-${name.replaceAll("_", "-")}`, ...SEEDS[`${kind}/${name}`] };
}
