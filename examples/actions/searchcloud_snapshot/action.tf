variable "admin_key" {
  type        = string
  ephemeral   = true
  description = "Data-plane key that allows operations/snapshot:create. Ephemeral, so no saved plan has it."
}

# Before an upgrade of a server of your own: terraform apply -invoke=action.searchcloud_snapshot.before_upgrade
action "searchcloud_snapshot" "before_upgrade" {
  config {
    node_urls     = ["https://search-1.example:443", "https://search-2.example:443", "https://search-3.example:443"]
    api_key       = var.admin_key
    snapshot_path = "/var/lib/search/snapshots/before-30"
  }
}
