variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The clones that were made of a cluster.
list "searchcloud_cloning_operation" "succeeded" {
  provider = searchcloud

  config {
    cluster_id = var.cluster_id
    status     = "succeeded"
  }
}
