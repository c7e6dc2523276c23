variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The changes that have not begun.
list "searchcloud_configuration_change" "pending" {
  provider = searchcloud

  config {
    cluster_id = var.cluster_id
    status     = "pending"
  }
}
