variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A search for "people" also finds "person", and the other way round.
resource "searchcloud_stemming_dictionary" "irregular" {
  cluster_id = var.cluster_id
  name       = "irregular"
  words = {
    people   = "person"
    children = "child"
    mice     = "mouse"
  }
}

resource "searchcloud_collection" "stories" {
  cluster_id = var.cluster_id
  name       = "stories"

  field {
    name  = "title"
    type  = "string"
    extra = jsonencode({ stem_dictionary = searchcloud_stemming_dictionary.irregular.name })
  }
}
