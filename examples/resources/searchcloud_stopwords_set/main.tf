variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A search with stopwords=articles leaves these words out of its query.
resource "searchcloud_stopwords_set" "articles" {
  cluster_id = var.cluster_id
  name       = "articles"
  stopwords  = ["a", "an", "the"]
  locale     = "en"
}
