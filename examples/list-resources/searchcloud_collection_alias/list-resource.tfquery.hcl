list "searchcloud_collection_alias" "all" {
  provider = searchcloud

  config {
    cluster_id = "kq3v9x2m7c1d"
  }
}
