variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# On demand: terraform apply -invoke=action.searchcloud_restart.tonight
action "searchcloud_restart" "tonight" {
  config {
    cluster_id = var.cluster_id

    window {
      days     = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      start    = "02:00"
      timezone = "Europe/Zurich"
    }
  }
}

# After each change of a server parameter, which takes effect at a restart.
action "searchcloud_restart" "now" {
  config {
    cluster_id = var.cluster_id
  }
}

resource "searchcloud_server_parameter" "page" {
  cluster_id = var.cluster_id
  name       = "max-per-page"
  value      = "500"

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.searchcloud_restart.now]
    }
  }
}
