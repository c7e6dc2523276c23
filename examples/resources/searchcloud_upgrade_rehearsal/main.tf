variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of the cluster to be upgraded."
}

# The query results of a clone at the new version must match. The nodes of the cluster accept data_api_key of the provider
# (SEARCHCLOUD_DATA_API_KEY), or api_key here; the clone gets its own key, and is terminated at the end.
resource "searchcloud_upgrade_rehearsal" "v31" {
  cluster_id            = var.cluster_id
  search_server_version = "31.0"

  query {
    name       = "shoes"
    collection = "catalog"
    parameters = { q = "shoes", query_by = "title" }
  }

  # Compares the number of matches and the time, not the order.
  query {
    name         = "everything"
    collection   = "catalog"
    parameters   = { q = "*", per_page = "1" }
    same_top     = 0
    tolerance    = 1
    max_slowdown = 3
  }

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
  cluster_id                = var.cluster_id
  new_search_server_version = searchcloud_upgrade_rehearsal.v31.verified_version

  window {
    days     = ["sunday"]
    start    = "02:00"
    duration = "4h"
    timezone = "Europe/Zurich"
  }
}

output "verified" {
  value = searchcloud_upgrade_rehearsal.v31.verified_version
}
