variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A search with preset=listing takes these parameters.
resource "searchcloud_preset" "listing" {
  cluster_id = var.cluster_id
  name       = "listing"
  value      = jsonencode({ query_by = "title,tags", sort_by = "rank:desc", per_page = 20 })
}
