variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The collection "product_queries" collects the queries that users send to "products".
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
