variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster whose size is not managed by a searchcloud_cluster."
}

# More memory before the season begins. Apply schedules it for the window's next opening and does not wait for it.
resource "searchcloud_configuration_change" "season" {
  cluster_id = var.cluster_id
  new_memory = "16_gb"
  new_vcpu   = "4_vcpus"

  window {
    days     = ["saturday", "sunday"]
    start    = "01:30"
    timezone = "America/Los_Angeles"
  }
  notification_email_addresses = ["search-oncall@example.com"]
}

output "begins_at" {
  value = searchcloud_configuration_change.season.perform_change_at
}
