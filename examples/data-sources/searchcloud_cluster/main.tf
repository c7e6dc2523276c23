variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster that is managed elsewhere."
}

data "searchcloud_cluster" "shop" {
  id = var.cluster_id
}

# Where searches go: to the load balancer, or else to the only node.
output "endpoint" {
  value = coalesce(
    data.searchcloud_cluster.shop.hostnames.load_balanced,
    data.searchcloud_cluster.shop.hostnames.nodes[0],
  )
}
