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
  name              = "products"
  memory            = "16_gb"   # was 8_gb
  vcpu              = "4_vcpus" # was 2_vcpus: both edits become one change, in the night of the next Sunday
  regions           = ["oregon"]
  high_availability = true

  change_schedule {
    window {
      days     = ["sunday"]
      start    = "02:00"
      duration = "2h"
      timezone = "Europe/Zurich"
    }
  }
  notification_email_addresses = ["search-oncall@example.com"]

  lifecycle {
    # A cluster that is still starting at the timeout is kept and is not an error: this condition fails the run.
    postcondition {
      condition     = self.hostnames != null
      error_message = "The cluster is not in service yet. It is kept in the state: run apply again to wait for it."
    }
  }
}

output "pending_change" {
  value = searchcloud_cluster.products.pending_change
}
