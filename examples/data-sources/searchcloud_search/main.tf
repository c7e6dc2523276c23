variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster with the collection catalog."
}

variable "search_key" {
  type        = string
  sensitive   = true
  description = "Data-plane key that may search it, such as search_only_key of a searchcloud_api_keys."
}

# A smoke test: every plan and apply searches, and warns when nothing is found.
check "catalog_answers" {
  data "searchcloud_search" "boots" {
    cluster_id = var.cluster_id
    api_key    = var.search_key
    collection = "catalog"
    parameters = {
      q              = "boots"
      query_by       = "title"
      per_page       = "1"
      include_fields = "id,title"
    }
  }

  assert {
    condition     = data.searchcloud_search.boots.found > 0
    error_message = "A search for boots finds nothing."
  }
}
