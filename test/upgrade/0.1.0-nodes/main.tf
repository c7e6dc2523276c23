terraform {
  required_providers {
    searchcloud = { source = "terraform.searchcloud.internal/searchcloud/searchcloud" }
  }
}

provider "searchcloud" {}

resource "searchcloud_collection" "products" {
  cluster_id            = "shop1"
  name                  = "products"
  default_sorting_field = "rank"
  enable_nested_fields  = true
  token_separators      = ["-", "/"]
  symbols_to_index      = ["+"]
  metadata              = jsonencode({ team = "shop" })
  replacement           = "allow"

  field {
    name = "title"
    type = "string"
    stem = true
  }
  field {
    name  = "rank"
    type  = "int32"
    facet = true
  }
  field {
    name     = ".*_tag"
    type     = "string[]"
    optional = true
  }
  field {
    name    = "vector"
    type    = "float[]"
    num_dim = 4
    extra   = jsonencode({ vec_dist = "ip" })
  }
  field {
    name      = "maker"
    type      = "string"
    reference = "makers.name"
    optional  = true
  }
  timeouts {
    update = "2h"
  }
}

resource "searchcloud_collection" "makers" {
  cluster_id          = "shop1"
  name                = "makers"
  deletion_protection = true
  field {
    name = "name"
    type = "string"
  }
}

resource "searchcloud_documents" "makers" {
  cluster_id = "shop1"
  collection = searchcloud_collection.makers.name
  content    = "{\"id\":\"1\",\"name\":\"Oak & Sons\"}\n{\"id\":\"2\",\"name\":\"Pine\"}\n"
}

resource "searchcloud_documents" "products" {
  cluster_id = "shop1"
  collection = searchcloud_collection.products.name
  content    = "{\"id\":\"1\",\"title\":\"Oak bookcase\",\"rank\":3,\"vector\":[1,0,0,0]}\n"
}

resource "searchcloud_collection" "copy" {
  cluster_id = "shop1"
  name       = "copy"
  field {
    name = "name"
    type = "string"
  }
}

resource "searchcloud_documents" "copy" {
  cluster_id = "shop1"
  collection = searchcloud_collection.copy.name
  from {
    cluster_id = "shop1"
    collection = searchcloud_documents.makers.collection
    api_key    = "data-key-0123456789abcdef"
  }
}

resource "searchcloud_collection_alias" "shop" {
  cluster_id      = "shop1"
  name            = "shop"
  collection_name = searchcloud_collection.products.name
}

resource "searchcloud_key" "generated" {
  cluster_id  = "shop1"
  api_key     = "data-key-0123456789abcdef"
  description = "storefront"
  actions     = ["documents:search"]
  collections = ["shop", "products_.*"]
}

resource "searchcloud_key" "chosen" {
  cluster_id  = "shop1"
  actions     = ["*"]
  collections = ["*"]
  value       = "chosen-key-0123456789abcdef"
  expires_at  = "2100-01-01T00:00:00Z"
  autodelete  = false
}

resource "searchcloud_synonym_set" "furniture" {
  cluster_id = "shop1"
  name       = "furniture"
  item {
    id       = "shelf"
    synonyms = ["shelf", "bookcase"]
  }
}

resource "searchcloud_curation_set" "offers" {
  cluster_id = "shop1"
  name       = "offers"
  items      = jsonencode([{ id = "oak", rule = { query = "oak", match = "exact" }, excludes = [{ id = "1" }] }])
}

resource "searchcloud_preset" "listing" {
  cluster_id = "shop1"
  name       = "listing"
  value      = jsonencode({ q = "*", per_page = 20 })
}

resource "searchcloud_stopwords_set" "english" {
  cluster_id = "shop1"
  name       = "english"
  stopwords  = ["The", "a"]
  locale     = "en"
}

resource "searchcloud_analytics_rule" "popular" {
  cluster_id = "shop1"
  name       = "popular"
  definition = jsonencode({
    type       = "popular_queries"
    collection = searchcloud_collection.products.name
    event_type = "search"
    params     = { destination_collection = searchcloud_collection.copy.name, limit = 100 }
  })
}
