variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# Issued once. The keys are in the state (nobody can read them again): keep it where only those may look who may have them.
resource "searchcloud_api_keys" "shop" {
  cluster_id = var.cluster_id

  # Another value issues another pair. The pair before stays valid until it is deleted at the cluster.
  keepers = { rotation = "2026" }

  lifecycle {
    # The new pair is there before the old one leaves the state.
    create_before_destroy = true
  }
}

# What leads the shop's backend to its secret store would stand here; outputs are for the next stack.
output "admin_key" {
  value     = searchcloud_api_keys.shop.admin_key
  sensitive = true
}
