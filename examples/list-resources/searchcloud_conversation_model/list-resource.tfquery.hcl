list "searchcloud_conversation_model" "all" {
  provider = searchcloud

  config {
    cluster_id = "kq3v9x2m7c1d"
  }
}
