variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = var.cluster_id
}

resource "searchcloud_live_collection" "catalog" {
  cluster_id            = var.cluster_id
  api_key               = searchcloud_api_keys.keys.admin_key
  name                  = "catalog" # the name that applications search and write by
  default_sorting_field = "popularity"
  updated_at_field      = "updated_at" # how an update finds the documents that were written meanwhile
  retain                = 1

  field {
    name = "title"
    type = "string"
  }

  field {
    name = "popularity"
    type = "int32"
  }

  field {
    name = "updated_at"
    type = "int64"
  }

  query {
    parameters = { q = "shoes", query_by = "title" }
  }
}

output "live_version" {
  value = searchcloud_live_collection.catalog.collection_name
}
