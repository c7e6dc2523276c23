variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_node_metrics" "all" {
  cluster_id = var.cluster_id
}

check "no_writes_are_waiting" {
  assert {
    condition     = alltrue([for node in data.searchcloud_node_metrics.all.nodes : try(node.stats.pending_write_batches, 0) < 100])
    error_message = "A node has 100 or more batches of writes to carry out."
  }
}

# Share of the memory that is in use, by node.
output "memory_used" {
  value = {
    for node in data.searchcloud_node_metrics.all.nodes :
    node.url => node.metrics.system_memory_used_bytes / node.metrics.system_memory_total_bytes
    if node.metrics != null
  }
}
