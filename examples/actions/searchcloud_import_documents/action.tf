variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# Once, on demand: terraform apply -invoke=action.searchcloud_import_documents.catalog
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
action "searchcloud_import_documents" "catalog" {
  config {
    cluster_id = var.cluster_id
    collection = "products"
    file       = "${path.module}/catalog.jsonl"
    action     = "emplace"
  }
}

# Once, right after the collection has been created.
action "searchcloud_import_documents" "archive" {
  config {
    cluster_id = var.cluster_id
    collection = "archive"

    from {
      cluster_id = var.cluster_id
      collection = "products"
      filter_by  = "discontinued:true"
    }
  }
}

resource "searchcloud_collection" "archive" {
  cluster_id = var.cluster_id
  name       = "archive"

  field {
    name = "title"
    type = "string"
  }

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.searchcloud_import_documents.archive]
    }
  }
}
