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

# Without search_server_version: the cluster keeps its current version, which only the change below edits.
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
    name  = "tags"
    type  = "string[]"
    facet = true
  }
  field {
    name = "rank"
    type = "int32"
  }
  field {
    name = "price"
    type = "float"
  }
}

resource "searchcloud_documents" "seed" {
  cluster_id = searchcloud_cluster.products.id
  api_key    = searchcloud_api_keys.admin.admin_key
  collection = searchcloud_collection.catalog.name
  file       = "${path.module}/catalog.jsonl"
}

# The search results of a clone at the new version must match. The clone is billed meanwhile, and terminated at the end.
resource "searchcloud_upgrade_rehearsal" "v31" {
  cluster_id            = searchcloud_cluster.products.id
  api_key               = searchcloud_api_keys.admin.admin_key
  search_server_version = "31.0"

  # The most frequent searches, and the allowed search time.
  query {
    name         = "bookcase"
    collection   = searchcloud_collection.catalog.name
    parameters   = { q = "bookcase", query_by = "title" }
    max_slowdown = 3
  }
  query {
    name       = "with a typo"
    collection = searchcloud_collection.catalog.name
    parameters = { q = "bokcase", query_by = "title" }
  }
  query {
    name       = "oak under 400"
    collection = searchcloud_collection.catalog.name
    parameters = { q = "*", filter_by = "tags:=oak && price:<400", sort_by = "price:asc", facet_by = "tags" }
  }

  # The clone has the documents of the time of its creation.
  depends_on = [searchcloud_documents.seed]

  lifecycle {
    # An interrupted rehearsal, or one that exceeds its timeout, is not an error: this condition fails the run. Without it, the
    # change below would continue without a version, and restart the cluster.
    postcondition {
      condition     = self.status == "passed"
      error_message = "No version is verified: the rehearsal is ${self.status}. While it is running, run apply again to resume it."
    }
  }
}

# Scheduled only if the rehearsal has passed.
resource "searchcloud_configuration_change" "v31" {
  cluster_id                = searchcloud_cluster.products.id
  new_search_server_version = searchcloud_upgrade_rehearsal.v31.verified_version

  window {
    days     = ["sunday"]
    start    = "02:00"
    duration = "4h"
    timezone = "Europe/Zurich"
  }
}

output "upgrade_begins_at" {
  value = searchcloud_configuration_change.v31.perform_change_at
}
