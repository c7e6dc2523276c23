variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_configuration_changes" "pending" {
  cluster_id = var.cluster_id
  status     = "pending"
}

# A cluster has one change at a time; null if none is pending.
output "next_change_at" {
  value = one(data.searchcloud_configuration_changes.pending.configuration_changes[*].perform_change_at)
}
