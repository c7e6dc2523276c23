variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# Issued once, and shown by the service only once: the keys are kept in the state. Restrict access to the state.
resource "searchcloud_api_keys" "shop" {
  cluster_id = var.cluster_id

  # A new value issues a new pair. The previous pair stays valid until it is deleted at the cluster.
  keepers = { rotation = "2026" }

  lifecycle {
    # The new pair is issued before the old one leaves the state.
    create_before_destroy = true
  }
}

# In production, write the keys to a secret store here; outputs are for the next stack.
output "admin_key" {
  value     = searchcloud_api_keys.shop.admin_key
  sensitive = true
}
