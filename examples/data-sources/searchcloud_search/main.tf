variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster with the collection catalog."
}

# Every plan searches. The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here: a
# key for searches is enough.
data "searchcloud_search" "boots" {
  cluster_id = var.cluster_id
  collection = "catalog"
  parameters = {
    q        = "boots"
    query_by = "title"
    facet_by = "brand"
    per_page = "1"
  }
}

# This warns in every plan while it is true; a postcondition of the data source would be an error instead. Inside the
# check, the search would appear as a change in every plan.
check "boots_are_found" {
  assert {
    condition     = data.searchcloud_search.boots.found > 0
    error_message = "A search for boots finds nothing."
  }
}

output "boots_by_brand" {
  value = {
    for count in jsondecode(data.searchcloud_search.boots.facet_counts)[0].counts : count.value => count.count
  }
}
