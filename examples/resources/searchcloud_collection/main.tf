variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = var.cluster_id
}

resource "searchcloud_collection" "products" {
  cluster_id            = var.cluster_id
  api_key               = searchcloud_api_keys.keys.admin_key
  name                  = "products"
  default_sorting_field = "rank"
  deletion_protection   = false

  field {
    name = "title"
    type = "string"
    stem = true
  }

  field {
    name = "rank"
    type = "int32"
  }

  field {
    name  = "tags"
    type  = "string[]"
    facet = true
  }

  field {
    name     = "picture"
    type     = "float[]"
    optional = true
    num_dim  = 4
    extra    = jsonencode({ vec_dist = "ip" })
  }
}

output "collection" {
  value = searchcloud_collection.products.id
}
