variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_presets" "all" {
  cluster_id = var.cluster_id
}

output "presets" {
  value = { for preset in data.searchcloud_presets.all.presets : preset.name => jsondecode(preset.value) }
}
