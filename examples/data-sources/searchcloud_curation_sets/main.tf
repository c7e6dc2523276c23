variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_curation_sets" "all" {
  cluster_id = var.cluster_id
}

output "rules" {
  value = { for set in data.searchcloud_curation_sets.all.curation_sets : set.name => jsondecode(set.items)[*].id }
}
