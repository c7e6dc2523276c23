variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# Cancels what is pending: terraform apply -invoke=action.searchcloud_cancel_change.pending
action "searchcloud_cancel_change" "pending" {
  config {
    cluster_id = var.cluster_id
  }
}
