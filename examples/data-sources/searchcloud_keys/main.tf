variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_keys" "all" {
  cluster_id = var.cluster_id
}

output "expiring" {
  value = [for key in data.searchcloud_keys.all.keys : key.description if key.expires_at != null]
}
