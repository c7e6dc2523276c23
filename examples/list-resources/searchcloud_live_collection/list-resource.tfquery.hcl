variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The live collections of a cluster, by the names of their aliases.
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
list "searchcloud_live_collection" "all" {
  provider = searchcloud

  config {
    cluster_id = var.cluster_id
  }
}
