variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = var.cluster_id
}

data "searchcloud_collections" "all" {
  cluster_id = var.cluster_id
  api_key    = searchcloud_api_keys.keys.admin_key
}

output "documents" {
  value = { for collection in data.searchcloud_collections.all.collections : collection.name => collection.num_documents }
}
