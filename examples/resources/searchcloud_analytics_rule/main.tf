variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The collection "product_queries" fills up with what people search for in "products".
resource "searchcloud_analytics_rule" "popular" {
  cluster_id = var.cluster_id
  name       = "popular"
  definition = jsonencode({
    type       = "popular_queries"
    collection = "products"
    event_type = "search"
    params     = { destination_collection = "product_queries", limit = 1000 }
  })
}
