variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_analytics_rules" "all" {
  cluster_id = var.cluster_id
}

output "rules" {
  value = { for rule in data.searchcloud_analytics_rules.all.analytics_rules : rule.name => rule.type }
}
