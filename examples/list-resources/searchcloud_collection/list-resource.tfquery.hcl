list "searchcloud_collection" "all" {
  provider = searchcloud

  config {
    cluster_id = "kq3v9x2m7c1d"
  }
}

# Your own server, with a key of its own: set api_key of the generated resources, too.
variable "search_key" {
  type      = string
  sensitive = true
}

list "searchcloud_collection" "own" {
  provider = searchcloud

  config {
    node_urls = ["https://search.example.com:443"]
    api_key   = var.search_key
  }
}
