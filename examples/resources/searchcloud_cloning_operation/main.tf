variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of the cluster to clone."
}

# A clone with real data, to rehearse the upgrade to a newer server version.
resource "searchcloud_cloning_operation" "rehearsal" {
  cluster_id            = var.cluster_id
  search_server_version = "30"

  # A new value creates another clone.
  triggers = { rehearsal = "first" }

  # The clone is billed like any cluster. Here it is terminated when the rehearsal is destroyed.
  terminate_clone_on_destroy = true

  lifecycle {
    # Cloning that exceeds the timeout continues and is not an error: this condition fails the run.
    postcondition {
      condition     = self.target_cluster_id != null
      error_message = "The clone does not exist yet (${self.status}). While it is pending or in progress, run apply again to wait for it."
    }
  }
}

data "searchcloud_cluster" "copy" {
  id = searchcloud_cloning_operation.rehearsal.target_cluster_id
}

output "nodes" {
  value = data.searchcloud_cluster.copy.hostnames.nodes
}
