terraform {
  required_providers {
    searchcloud = {
      source  = "terraform.searchcloud.internal/searchcloud/searchcloud"
      version = "0.1.0"
    }
  }
}

# The key comes from the environment variable SEARCHCLOUD_API_KEY, the address from SEARCHCLOUD_BASE_URL.
provider "searchcloud" {}

resource "searchcloud_cluster" "products" {
  name    = "products"
  memory  = "8_gb"
  vcpu    = "2_vcpus"
  regions = ["oregon"]

  lifecycle {
    # A cluster that is still starting at the timeout is kept and is not an error: this condition fails the run.
    postcondition {
      condition     = self.hostnames != null
      error_message = "The cluster is not in service yet. It is kept in the state: run apply again to wait for it."
    }
  }
}

# The admin key is for this configuration only; applications get their own keys.
resource "searchcloud_api_keys" "admin" {
  cluster_id = searchcloud_cluster.products.id
}

resource "searchcloud_collection" "catalog" {
  cluster_id            = searchcloud_cluster.products.id
  api_key               = searchcloud_api_keys.admin.admin_key
  name                  = "catalog"
  default_sorting_field = "rank"

  field {
    name = "title"
    type = "string"
  }
  field {
    name = "tags"
    type = "string[]"
  }
  field {
    name = "rank"
    type = "int32"
  }
}

# Imported once, and again when the file or the collection changes.
resource "searchcloud_documents" "seed" {
  cluster_id = searchcloud_cluster.products.id
  api_key    = searchcloud_api_keys.admin.admin_key
  collection = searchcloud_collection.catalog.name
  file       = "${path.module}/catalog.jsonl"
}

# Applications search by the alias, so that the collection can be replaced.
resource "searchcloud_collection_alias" "shop" {
  cluster_id      = searchcloud_cluster.products.id
  api_key         = searchcloud_api_keys.admin.admin_key
  name            = "shop"
  collection_name = searchcloud_collection.catalog.name
}

# The key allows only the alias, so that it outlives the collection: keys cannot be edited, only replaced.
resource "searchcloud_key" "storefront" {
  cluster_id  = searchcloud_cluster.products.id
  api_key     = searchcloud_api_keys.admin.admin_key
  description = "storefront"
  actions     = ["documents:search"]
  collections = [searchcloud_collection_alias.shop.name]
}

# Read in every plan. Inside the check block, it would appear as a change in every plan.
data "searchcloud_search" "bookcase" {
  cluster_id = searchcloud_cluster.products.id
  api_key    = searchcloud_key.storefront.value
  collection = searchcloud_collection_alias.shop.name
  parameters = { q = "bookcase", query_by = "title" }
  depends_on = [searchcloud_documents.seed]
}

check "the_storefront_finds_bookcases" {
  assert {
    condition     = data.searchcloud_search.bookcase.found >= 2
    error_message = "A search for a bookcase finds ${data.searchcloud_search.bookcase.found} documents instead of 2."
  }
}

output "search_key" {
  value     = searchcloud_key.storefront.value
  sensitive = true
}
