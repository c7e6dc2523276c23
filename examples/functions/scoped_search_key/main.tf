variable "search_only_key" {
  type        = string
  sensitive   = true
  description = "A search-only key, such as search_only_key of a searchcloud_api_keys."
}

# For the browser of a customer: searches of this customer's products only, until 2030. It is derived offline, and the
# same arguments give the same key.
output "customer_key" {
  value = provider::searchcloud::scoped_search_key(var.search_only_key, {
    filter_by  = "customer_id:124"
    expires_at = 1893456000
  })
  sensitive = true
}
