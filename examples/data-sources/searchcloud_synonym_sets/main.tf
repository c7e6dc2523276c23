variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_synonym_sets" "all" {
  cluster_id = var.cluster_id
}

output "synonyms" {
  value = { for set in data.searchcloud_synonym_sets.all.synonym_sets : set.name => length(set.item) }
}
