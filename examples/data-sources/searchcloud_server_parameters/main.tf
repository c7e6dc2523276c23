variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_server_parameters" "all" {
  cluster_id = var.cluster_id
}

output "parameters" {
  value = {
    for parameter in data.searchcloud_server_parameters.all.server_parameters : parameter.name => parameter.value
  }
}
