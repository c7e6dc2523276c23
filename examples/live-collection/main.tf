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

# Applications read and write by the name "catalog", an alias. Edit default_sorting_field to "price" and apply: a second version is
# created and filled, and the alias moves to it. No search fails, and no write is lost.
resource "searchcloud_live_collection" "catalog" {
  cluster_id            = searchcloud_cluster.products.id
  api_key               = searchcloud_api_keys.admin.admin_key
  name                  = "catalog"
  default_sorting_field = "rank"

  # Every write sets it to the current time, in seconds. By it, the edit finds what was written while it copied.
  updated_at_field = "updated_at"

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

  # The alias moves only if the new version answers these searches as the old one does.
  query {
    parameters = { q = "bookcase", query_by = "title" }
  }
}

# Imported once, and again when the file changes. A new version gets the documents of the old one.
resource "searchcloud_documents" "seed" {
  cluster_id = searchcloud_cluster.products.id
  api_key    = searchcloud_api_keys.admin.admin_key
  collection = searchcloud_live_collection.catalog.name
  file       = "${path.module}/catalog.jsonl"
}

# The key allows the alias, whichever version it leads to.
resource "searchcloud_key" "storefront" {
  cluster_id  = searchcloud_cluster.products.id
  api_key     = searchcloud_api_keys.admin.admin_key
  description = "storefront"
  actions     = ["documents:search"]
  collections = [searchcloud_live_collection.catalog.name]
}

# Read in every plan. Inside the check block, it would appear as a change in every plan.
data "searchcloud_search" "bookcase" {
  cluster_id = searchcloud_cluster.products.id
  api_key    = searchcloud_key.storefront.value
  collection = searchcloud_live_collection.catalog.name
  parameters = { q = "bookcase", query_by = "title" }
  depends_on = [searchcloud_documents.seed]
}

check "the_storefront_finds_bookcases" {
  assert {
    condition     = data.searchcloud_search.bookcase.found >= 2
    error_message = "A search for a bookcase finds ${data.searchcloud_search.bookcase.found} documents instead of 2."
  }
}

output "version" {
  value = searchcloud_live_collection.catalog.collection_name
}

output "search_key" {
  value     = searchcloud_key.storefront.value
  sensitive = true
}
