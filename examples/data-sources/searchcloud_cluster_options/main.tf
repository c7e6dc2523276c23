data "searchcloud_cluster_options" "today" {}

# The service adds regions over time. This warns in every plan while it is missing.
check "zurich_is_offered" {
  assert {
    condition     = contains(data.searchcloud_cluster_options.today.values, "zurich")
    error_message = "The service does not list the region zurich."
  }
}
