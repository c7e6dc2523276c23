# Five nodes in two regions; a search is answered by the nearest of them.
resource "searchcloud_cluster" "shop" {
  name                    = "shop"
  memory                  = "16_gb"
  vcpu                    = "4_vcpus"
  high_availability       = true
  search_delivery_network = "multi_nodes_per_region"
  region_node_counts      = { oregon = 3, frankfurt = 2 }
  search_server_version   = "30" # any 30.x: what the service updates by itself is no drift
  server_parameters       = { "max-per-page" = "500" }

  # Changes of what is above begin on a Sunday night, as one change for all that is edited together.
  change_schedule {
    window {
      days     = ["sunday"]
      start    = "02:00"
      duration = "2h"
      timezone = "Europe/Zurich"
    }
  }
  notification_email_addresses = ["search-oncall@example.com"]

  # In production: true. A destroy then takes an apply before it that turns this off.
  termination_protection = false

  timeouts {
    create = "45m"
  }

  lifecycle {
    # A cluster that is still starting when the timeout ends is kept, and no error: this makes the run fail all the same.
    postcondition {
      condition     = self.hostnames != null
      error_message = "The cluster is not in service yet. It is kept: run apply again to wait for it."
    }
  }
}

output "endpoint" {
  value = searchcloud_cluster.shop.hostnames.search_delivery_network
}
