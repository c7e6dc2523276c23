variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# After many deletes: terraform apply -invoke=action.searchcloud_compact.nodes
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
action "searchcloud_compact" "nodes" {
  config {
    cluster_id = var.cluster_id
    timeout    = "1h"
  }
}
