variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
resource "searchcloud_collection" "catalog" {
  cluster_id = var.cluster_id
  name       = "catalog"

  field {
    name = "title"
    type = "string"
  }
  field {
    name = "rank"
    type = "int32"
  }
}

# Imported once, and again when the documents or the collection change. A file takes the place of
# content, as in file = "${path.module}/catalog.jsonl", with one document per line.
resource "searchcloud_documents" "seed" {
  cluster_id = var.cluster_id
  collection = searchcloud_collection.catalog.name

  content = join("\n", [for document in [
    { id = "1", title = "Oak bookcase", rank = 40 },
    { id = "2", title = "Reading lamp", rank = 31 },
  ] : jsonencode(document)])
}

# The same documents in another collection, without a file in between, for example to try another schema.
resource "searchcloud_collection" "next" {
  cluster_id = var.cluster_id
  name       = "catalog-next"

  field {
    name  = "title"
    type  = "string"
    infix = true
  }
}

resource "searchcloud_documents" "copy" {
  cluster_id = var.cluster_id
  collection = searchcloud_collection.next.name
  triggers   = { imported_at = searchcloud_documents.seed.imported_at }

  from {
    cluster_id = var.cluster_id
    collection = searchcloud_documents.seed.collection
  }
}

output "copied" {
  value = searchcloud_documents.copy.num_imported
}
