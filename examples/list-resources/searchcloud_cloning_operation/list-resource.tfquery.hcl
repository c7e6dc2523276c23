list "searchcloud_cloning_operation" "done" {
  provider = searchcloud

  config {
    cluster_id = "kq3v9x2m7c1d"
    status     = "succeeded"
  }
}
