variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of the cluster that is cloned."
}

# Cancels what is pending: terraform apply -invoke=action.searchcloud_cancel_clone.pending
action "searchcloud_cancel_clone" "pending" {
  config {
    cluster_id = var.cluster_id
  }
}
