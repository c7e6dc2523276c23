variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster that is not a searchcloud_cluster of this configuration."
}

resource "searchcloud_server_parameter" "page_size" {
  cluster_id = var.cluster_id
  name       = "max-per-page"
  value      = "500"
}

resource "searchcloud_server_parameter" "filter_cost" {
  cluster_id = var.cluster_id
  name       = "filter-by-max-ops"
  value      = "2000"
}

# Parameters take effect at a restart: a single one for all changed parameters, at night.
resource "searchcloud_configuration_change" "restart" {
  cluster_id = var.cluster_id
  triggers = {
    (searchcloud_server_parameter.page_size.name)   = searchcloud_server_parameter.page_size.value
    (searchcloud_server_parameter.filter_cost.name) = searchcloud_server_parameter.filter_cost.value
  }

  window {
    days  = ["monday", "tuesday", "wednesday", "thursday", "friday"]
    start = "03:00"
  }
}
