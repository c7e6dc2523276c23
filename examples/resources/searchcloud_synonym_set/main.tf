variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# Name it in synonym_sets of a searchcloud_collection, or in a search.
resource "searchcloud_synonym_set" "clothing" {
  cluster_id = var.cluster_id
  name       = "clothing"

  # Each of these words finds the others.
  item {
    id       = "coats"
    synonyms = ["blazer", "coat", "jacket"]
  }

  # A search for the root finds the others, but not vice versa.
  item {
    id       = "phones"
    root     = "smart phone"
    synonyms = ["iphone", "android"]
  }
}
