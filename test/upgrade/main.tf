# What record.ts records. What is scheduled for 2099, which no test run reaches, stays pending.
resource "searchcloud_cluster" "products" {
  name                   = "products"
  memory                 = "16_gb"
  vcpu                   = "4_vcpus"
  regions                = ["oregon"]
  high_availability      = true
  search_server_version  = "29"
  termination_protection = true
  notification_email_addresses = ["search-oncall@example.com"]
  server_parameters = {
    "max-per-page" = "500"
  }
  change_schedule {
    perform_change_at = "2099-01-01T00:00:00Z"
  }
  timeouts {
    create = "45m"
  }
}

resource "searchcloud_cluster" "grown" {
  memory                = "4_gb"
  vcpu                  = "2_vcpus"
  regions               = ["frankfurt"]
  auto_upgrade_capacity = true
}

resource "searchcloud_cluster" "network" {
  name                    = "network"
  memory                  = "8_gb"
  vcpu                    = "2_vcpus"
  regions                 = ["oregon", "paris", "tokyo"]
  high_availability       = true
  search_delivery_network = "3_regions"
  change_schedule {
    window {
      days     = ["sunday"]
      start    = "02:00"
      timezone = "Europe/Zurich"
    }
  }
}

resource "searchcloud_configuration_change" "scheduled" {
  cluster_id        = "shop1"
  new_memory        = "16_gb"
  perform_change_at = "2099-01-01T00:00:00Z"
  triggers = {
    release = "1"
  }
}

resource "searchcloud_configuration_change" "restart" {
  cluster_id = "shop2"
}

resource "searchcloud_server_parameter" "page" {
  cluster_id = "shop1"
  name       = "max-per-page"
  value      = "250"
}

resource "searchcloud_cloning_operation" "rehearsal" {
  cluster_id            = "shop3"
  search_server_version = "30.1"
  triggers = {
    release = "1"
  }
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = searchcloud_cluster.network.id
  keepers = {
    year = "2026"
  }
}
