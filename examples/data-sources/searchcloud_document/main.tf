variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster with the collection catalog."
}

# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
data "searchcloud_document" "boots" {
  cluster_id  = var.cluster_id
  collection  = "catalog"
  document_id = "boots"
}

output "title" {
  value = jsondecode(data.searchcloud_document.boots.json).title
}
