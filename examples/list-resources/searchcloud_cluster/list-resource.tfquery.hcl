# All clusters of the account, up to 1,000.
list "searchcloud_cluster" "all" {
  provider = searchcloud
  limit    = 1000
}

# Those of a team that run in Oregon, with all their values.
list "searchcloud_cluster" "shop" {
  provider         = searchcloud
  include_resource = true

  config {
    name_prefix = "shop-"
    region      = "oregon"
    status      = "in_service"
  }
}
