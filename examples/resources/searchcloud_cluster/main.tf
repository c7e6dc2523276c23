# Five nodes in two regions; the nearest one serves a search.
resource "searchcloud_cluster" "shop" {
  name                    = "shop"
  memory                  = "16_gb"
  vcpu                    = "4_vcpus"
  high_availability       = true
  search_delivery_network = "multi_nodes_per_region"
  region_node_counts      = { oregon = 3, frankfurt = 2 }
  search_server_version   = "30" # any 30.x: an update by the service is not drift
  server_parameters       = { "max-per-page" = "500" }

  # Changes of the settings above begin on a Sunday night, one change for all edits of one apply.
  change_schedule {
    window {
      days     = ["sunday"]
      start    = "02:00"
      duration = "2h"
      timezone = "Europe/Zurich"
    }
  }
  notification_email_addresses = ["search-oncall@example.com"]

  # In production: true. Before a destroy, an apply must turn it off.
  termination_protection = false

  timeouts {
    create = "45m"
  }

  lifecycle {
    # A cluster that is still starting at the timeout is kept and is not an error: this condition fails the run.
    postcondition {
      condition     = self.hostnames != null
      error_message = "The cluster is not in service yet. It is kept in the state: run apply again to wait for it."
    }
  }
}

output "endpoint" {
  value = searchcloud_cluster.shop.hostnames.search_delivery_network
}
