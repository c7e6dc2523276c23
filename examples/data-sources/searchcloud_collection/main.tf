variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster with the collection catalog."
}

# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
data "searchcloud_collection" "catalog" {
  cluster_id = var.cluster_id
  name       = "catalog"
}

output "documents" {
  value = data.searchcloud_collection.catalog.num_documents
}
