variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of the cluster to clone."
}

# A copy with real data, to rehearse the upgrade to a newer server.
resource "searchcloud_cloning_operation" "rehearsal" {
  cluster_id            = var.cluster_id
  search_server_version = "30"

  # Another value makes another copy.
  triggers = { rehearsal = "first" }

  # The copy is billed like any cluster. Here it has served its purpose when the rehearsal is over.
  terminate_clone_on_destroy = true

  lifecycle {
    # Cloning that takes longer than the timeout goes on, and is no error: this makes the run fail all the same.
    postcondition {
      condition     = self.target_cluster_id != null
      error_message = "There is no clone yet (${self.status}). While it is on its way, run apply again to wait for it."
    }
  }
}

data "searchcloud_cluster" "copy" {
  id = searchcloud_cloning_operation.rehearsal.target_cluster_id
}

output "nodes" {
  value = data.searchcloud_cluster.copy.hostnames.nodes
}
