variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A key for searches of one collection only. The server shows its value once: it is kept in the state.
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
resource "searchcloud_key" "storefront" {
  cluster_id  = var.cluster_id
  description = "storefront"
  actions     = ["documents:search"]
  collections = ["products"]
  expires_at  = "2030-01-01T00:00:00Z"

  lifecycle {
    # Any edit creates a new key. This one is revoked after its dependents have the new one.
    create_before_destroy = true
  }
}

output "search_key" {
  value     = searchcloud_key.storefront.value
  sensitive = true
}
