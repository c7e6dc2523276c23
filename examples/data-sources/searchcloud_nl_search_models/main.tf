variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_nl_search_models" "all" {
  cluster_id = var.cluster_id
}

output "models" {
  value = { for model in data.searchcloud_nl_search_models.all.nl_search_models : model.name => model.model_name }
}
