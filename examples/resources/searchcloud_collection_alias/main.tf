variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The name by which applications search. Point it at another collection, and all of them search there at once.
# The nodes answer to data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or to api_key here.
resource "searchcloud_collection_alias" "products" {
  cluster_id      = var.cluster_id
  name            = "products"
  collection_name = "products_2026_11"
}
