terraform {
  # Write-only arguments need Terraform 1.11 or OpenTofu 1.11.
  required_version = ">= 1.11"
  required_providers {
    searchcloud = {
      source  = "terraform.searchcloud.internal/searchcloud/searchcloud"
      version = "0.1.0"
    }
  }
}

# You choose both values, such as `openssl rand -hex 24`, and keep them in your secret store. Every run gets them from the environment, as
# TF_VAR_admin_key and TF_VAR_search_key. Terraform writes them neither to the state nor to a saved plan.
variable "admin_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

variable "search_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

# The key comes from the environment variable SEARCHCLOUD_API_KEY, the address from SEARCHCLOUD_BASE_URL.
provider "searchcloud" {}

# For everything on the nodes, the key that creates it included.
provider "searchcloud" {
  alias        = "data"
  data_api_key = var.admin_key
}

# As the storefront.
provider "searchcloud" {
  alias        = "storefront"
  data_api_key = var.search_key
}

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

# The first key of the cluster, for this configuration only; applications get their own keys. To rotate a key, change its value and its
# version in the same run: the new key is created before the old one is revoked.
resource "searchcloud_key" "admin" {
  provider         = searchcloud.data
  cluster_id       = searchcloud_cluster.products.id
  bootstrap        = true
  description      = "admin"
  actions          = ["*"]
  collections      = ["*"]
  value_wo         = var.admin_key
  value_wo_version = 1

  lifecycle {
    create_before_destroy = true
  }
}

resource "searchcloud_collection" "catalog" {
  provider              = searchcloud.data
  cluster_id            = searchcloud_cluster.products.id
  name                  = "catalog"
  default_sorting_field = "rank"
  depends_on            = [searchcloud_key.admin]

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
  provider   = searchcloud.data
  cluster_id = searchcloud_cluster.products.id
  collection = searchcloud_collection.catalog.name
  file       = "${path.module}/catalog.jsonl"
}

# Applications search by the alias, so that the collection can be replaced.
resource "searchcloud_collection_alias" "shop" {
  provider        = searchcloud.data
  cluster_id      = searchcloud_cluster.products.id
  name            = "shop"
  collection_name = searchcloud_collection.catalog.name
}

resource "searchcloud_key" "storefront" {
  provider    = searchcloud.data
  cluster_id  = searchcloud_cluster.products.id
  description = "storefront"
  actions     = ["documents:search"]
  # Not the alias by reference: Terraform would replace the collection as the key, new before old, but its name can exist once only.
  collections      = ["shop"]
  value_wo         = var.search_key
  value_wo_version = 1
  depends_on       = [searchcloud_key.admin]

  lifecycle {
    create_before_destroy = true
  }
}

# Read in every plan. Inside the check block, it would appear as a change in every plan.
data "searchcloud_search" "bookcase" {
  provider   = searchcloud.storefront
  cluster_id = searchcloud_cluster.products.id
  collection = searchcloud_collection_alias.shop.name
  parameters = { q = "bookcase", query_by = "title" }
  depends_on = [searchcloud_documents.seed, searchcloud_key.storefront]
}

check "the_storefront_finds_bookcases" {
  assert {
    condition     = data.searchcloud_search.bookcase.found >= 2
    error_message = "A search for a bookcase finds ${data.searchcloud_search.bookcase.found} documents instead of 2."
  }
}

output "nodes" {
  value = searchcloud_cluster.products.hostnames.nodes
}
