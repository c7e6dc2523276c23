variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The stemming dictionaries of a cluster.
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
list "searchcloud_stemming_dictionary" "all" {
  provider = searchcloud

  config {
    cluster_id = var.cluster_id
  }
}
