variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster with the collection catalog."
}

variable "admin_key" {
  type        = string
  sensitive   = true
  description = "Data-plane key that may read its documents, such as admin_key of a searchcloud_api_keys."
}

data "searchcloud_document" "boots" {
  cluster_id  = var.cluster_id
  api_key     = var.admin_key
  collection  = "catalog"
  document_id = "boots"
}

output "title" {
  value = jsondecode(data.searchcloud_document.boots.json).title
}
