list "searchcloud_collection" "all" {
  provider = searchcloud

  config {
    cluster_id = "kq3v9x2m7c1d"
  }
}

# Your own server: its key is data_api_key of this provider configuration.
provider "searchcloud" {
  alias        = "own"
  data_api_key = var.search_key
}

variable "search_key" {
  type      = string
  sensitive = true
}

list "searchcloud_collection" "own" {
  provider = searchcloud.own

  config {
    node_urls = ["https://search.example.com:443"]
  }
}
