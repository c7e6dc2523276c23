variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = var.cluster_id
}

resource "searchcloud_collection" "events" {
  cluster_id = var.cluster_id
  api_key    = searchcloud_api_keys.keys.admin_key
  name       = "events"

  # Every field of every document is indexed, with the type that the server finds.
  field {
    name = ".*"
    type = "auto"
  }
}

data "searchcloud_collection" "events" {
  cluster_id = var.cluster_id
  api_key    = searchcloud_api_keys.keys.admin_key
  name       = searchcloud_collection.events.name
}

output "documents" {
  value = data.searchcloud_collection.events.num_documents
}
