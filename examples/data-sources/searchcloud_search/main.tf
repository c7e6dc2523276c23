variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster with the collection catalog."
}

# A smoke test: every plan and apply searches, and warns when nothing is found. The nodes answer to data_api_key of the
# provider (SEARCHCLOUD_DATA_API_KEY), or to api_key here: a key that may search is enough.
check "boots_are_found" {
  data "searchcloud_search" "boots" {
    cluster_id = var.cluster_id
    collection = "catalog"
    parameters = {
      q        = "boots"
      query_by = "title"
      per_page = "1"
    }
  }

  assert {
    condition     = data.searchcloud_search.boots.found > 0
    error_message = "A search for boots finds nothing."
  }
}

# Outside of a check, a search that fails is an error, and what it finds can be used.
data "searchcloud_search" "brands" {
  cluster_id = var.cluster_id
  collection = "catalog"
  parameters = {
    q        = "*"
    query_by = "title"
    facet_by = "brand"
    per_page = "0"
  }
}

output "documents_by_brand" {
  value = {
    for count in jsondecode(data.searchcloud_search.brands.facet_counts)[0].counts : count.value => count.count
  }
}
