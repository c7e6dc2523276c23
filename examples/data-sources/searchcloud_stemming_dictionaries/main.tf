variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_stemming_dictionaries" "all" {
  cluster_id = var.cluster_id
}

output "dictionaries" {
  value = data.searchcloud_stemming_dictionaries.all.stemming_dictionaries[*].name
}
