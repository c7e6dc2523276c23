variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The parameters that were set by hand.
list "searchcloud_server_parameter" "all" {
  provider = searchcloud

  config {
    cluster_id = var.cluster_id
  }
}
