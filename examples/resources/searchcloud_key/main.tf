variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A key that searches one collection and does nothing else. The server shows its value once: it is kept in the state.
# The nodes answer to data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or to api_key here.
resource "searchcloud_key" "storefront" {
  cluster_id  = var.cluster_id
  description = "storefront"
  actions     = ["documents:search"]
  collections = ["products"]
  expires_at  = "2030-01-01T00:00:00Z"

  lifecycle {
    # Any edit creates another key. This one is revoked when the new one has been handed on.
    create_before_destroy = true
  }
}

output "search_key" {
  value     = searchcloud_key.storefront.value
  sensitive = true
}
