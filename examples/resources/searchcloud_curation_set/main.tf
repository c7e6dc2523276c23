variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# Name it in curation_sets of a searchcloud_collection, or in a search.
resource "searchcloud_curation_set" "campaign" {
  cluster_id = var.cluster_id
  name       = "campaign"
  items = jsonencode([
    {
      id       = "apple-first"
      rule     = { query = "apple", match = "exact" }
      includes = [{ id = "422", position = 1 }]
      excludes = [{ id = "287" }]
    },
  ])
}
