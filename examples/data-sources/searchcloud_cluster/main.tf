variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster that is managed elsewhere."
}

data "searchcloud_cluster" "shop" {
  id = var.cluster_id
}

# The host for searches: the load balancer, or else the only node.
output "endpoint" {
  value = coalesce(
    data.searchcloud_cluster.shop.hostnames.load_balanced,
    data.searchcloud_cluster.shop.hostnames.nodes[0],
  )
}
