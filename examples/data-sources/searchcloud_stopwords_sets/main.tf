variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_stopwords_sets" "all" {
  cluster_id = var.cluster_id
}

output "stopwords" {
  value = { for set in data.searchcloud_stopwords_sets.all.stopwords_sets : set.name => set.stopwords }
}
