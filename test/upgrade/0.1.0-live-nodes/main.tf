terraform {
  required_providers {
    searchcloud = { source = "terraform.searchcloud.internal/searchcloud/searchcloud" }
  }
}

provider "searchcloud" {}

# Recorded after an edit of its sorting field: two versions.
resource "searchcloud_live_collection" "catalog" {
  cluster_id            = "shop1"
  name                  = "catalog"
  default_sorting_field = "price"
  updated_at_field      = "updated_at"
  retain                = 1
  metadata              = jsonencode({ team = "shop" })

  field {
    name = "title"
    type = "string"
  }
  field {
    name = "rank"
    type = "int32"
  }
  field {
    name = "price"
    type = "float"
  }
  field {
    name = "updated_at"
    type = "int64"
  }
  query {
    name       = "oak"
    parameters = { q = "oak", query_by = "title" }
  }
  timeouts {
    update = "2h"
  }
}

resource "searchcloud_documents" "catalog" {
  cluster_id = "shop1"
  collection = searchcloud_live_collection.catalog.name
  content    = "{\"id\":\"1\",\"title\":\"Oak bookcase\",\"rank\":3,\"price\":9.5,\"updated_at\":1700000000}\n"
}

resource "searchcloud_live_collection" "defaults" {
  cluster_id = "shop1"
  name       = "defaults"
  field {
    name = "title"
    type = "string"
  }
}

resource "searchcloud_key" "storefront" {
  cluster_id       = "shop1"
  description      = "storefront"
  actions          = ["documents:search"]
  collections      = [searchcloud_live_collection.catalog.name]
  value_wo         = "wYp3rT8vK1nQ6zLx9sBd4mHj7cFg2aEu0iOk5WqN"
  value_wo_version = 3
}

resource "searchcloud_collection" "embedded" {
  cluster_id               = "shop1"
  name                     = "embedded"
  model_api_key_wo         = "model-key-0123456789abcdef"
  model_api_key_wo_version = 2
  field {
    name = "title"
    type = "string"
  }
  field {
    name = "embedding"
    type = "float[]"
    extra = jsonencode({
      embed = { from = ["title"], model_config = { model_name = "openai/text-embedding-3-small" } }
    })
  }
}

resource "searchcloud_collection" "conversations" {
  cluster_id = "shop1"
  name       = "conversations"
  dynamic "field" {
    for_each = { conversation_id = "string", model_id = "string", role = "string", message = "string", timestamp = "int32" }
    content {
      name = field.key
      type = field.value
    }
  }
}

resource "searchcloud_conversation_model" "assistant" {
  cluster_id               = "shop1"
  name                     = "assistant"
  model_name               = "openai/gpt-4o-mini"
  model_api_key_wo         = "model-key-0123456789abcdef"
  model_api_key_wo_version = 1
  history_collection       = searchcloud_collection.conversations.name
  max_bytes                = 16384
  system_prompt            = "You help customers of a shop."
}

resource "searchcloud_nl_search_model" "questions" {
  cluster_id               = "shop1"
  name                     = "questions"
  model_name               = "openai/gpt-4o-mini"
  model_api_key_wo         = "model-key-0123456789abcdef"
  model_api_key_wo_version = 1
  max_bytes                = 16384
  temperature              = 0
}
