list "searchcloud_configuration_change" "pending" {
  provider = searchcloud

  config {
    cluster_id = "kq3v9x2m7c1d"
    status     = "pending"
  }
}
