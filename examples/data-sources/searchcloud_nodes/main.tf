variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = var.cluster_id
}

data "searchcloud_nodes" "all" {
  cluster_id = var.cluster_id
  api_key    = searchcloud_api_keys.keys.admin_key
}

check "nodes_are_healthy" {
  assert {
    condition     = data.searchcloud_nodes.all.healthy
    error_message = "Not healthy: ${join(", ", [for node in data.searchcloud_nodes.all.nodes : node.url if !node.healthy])}."
  }
}

output "versions" {
  value = distinct(data.searchcloud_nodes.all.nodes[*].version)
}
