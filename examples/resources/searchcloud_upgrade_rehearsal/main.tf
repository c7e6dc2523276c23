variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of the cluster to be upgraded."
}

# A clone at the new version must answer these queries as the cluster does. The nodes of the cluster answer to data_api_key of
# the provider (SEARCHCLOUD_DATA_API_KEY), or to api_key here; the clone gets a key of its own, and is terminated at the end.
resource "searchcloud_upgrade_rehearsal" "v31" {
  cluster_id            = var.cluster_id
  search_server_version = "31.0"

  query {
    name       = "shoes"
    collection = "catalog"
    parameters = { q = "shoes", query_by = "title" }
  }

  # How many documents match, and how long that takes; not which come first.
  query {
    name         = "everything"
    collection   = "catalog"
    parameters   = { q = "*", per_page = "1" }
    same_top     = 0
    tolerance    = 1
    max_slowdown = 3
  }

  lifecycle {
    # A rehearsal that is interrupted, or takes longer than its timeout, is no error: this condition fails the run. Without it, the
    # change below would go on with no version, and restart the cluster.
    postcondition {
      condition     = self.status == "passed"
      error_message = "No version is verified: the rehearsal is ${self.status}. While it is running, run apply again: it goes on where it was."
    }
  }
}

# Scheduled only when the rehearsal has passed.
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
