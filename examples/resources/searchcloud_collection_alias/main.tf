variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The name by which applications search. An edit of the collection redirects all of them at once.
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
resource "searchcloud_collection_alias" "products" {
  cluster_id      = var.cluster_id
  name            = "products"
  collection_name = "products_2026_11"
}
