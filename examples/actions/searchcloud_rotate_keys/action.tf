variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A new pair, stored in keys.json: terraform apply -invoke=action.searchcloud_rotate_keys.issue
action "searchcloud_rotate_keys" "issue" {
  config {
    cluster_id  = var.cluster_id
    output_file = "${path.root}/keys.json"
  }
}

# The old pair, when everything uses the new one: terraform apply -invoke=action.searchcloud_rotate_keys.revoke
action "searchcloud_rotate_keys" "revoke" {
  config {
    cluster_id  = var.cluster_id
    output_file = "${path.root}/keys.json"
    issue       = false
    revoke      = true
  }
}
