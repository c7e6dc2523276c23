list "searchcloud_cluster" "products" {
  provider = searchcloud

  # Terraform's own limit is 100.
  limit = 1000

  config {
    name_prefix = "products"
    status      = "in_service"
    region      = "oregon"
  }
}
