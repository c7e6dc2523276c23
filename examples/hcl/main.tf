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

output "nodes" {
  value = searchcloud_cluster.products.hostnames.nodes
}
