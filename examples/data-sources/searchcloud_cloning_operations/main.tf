variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_cloning_operations" "done" {
  cluster_id = var.cluster_id
  status     = "succeeded"
}

# Each of them is a cluster that is billed until it is terminated.
output "clones" {
  value = {
    for operation in data.searchcloud_cloning_operations.done.cloning_operations :
    operation.target_cluster_id => operation.completed_at
  }
}
