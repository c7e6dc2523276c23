variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_collection_aliases" "all" {
  cluster_id = var.cluster_id
}

output "aliases" {
  value = { for alias in data.searchcloud_collection_aliases.all.collection_aliases : alias.name => alias.collection_name }
}
