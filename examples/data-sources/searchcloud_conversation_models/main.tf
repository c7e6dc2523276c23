variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_conversation_models" "all" {
  cluster_id = var.cluster_id
}

output "models" {
  value = { for model in data.searchcloud_conversation_models.all.conversation_models : model.name => model.model_name }
}
