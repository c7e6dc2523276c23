variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# After each edit of a synonym set, so that no cached result is shown without it.
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
action "searchcloud_clear_cache" "results" {
  config {
    cluster_id = var.cluster_id
  }
}

resource "searchcloud_synonym_set" "lamps" {
  cluster_id = var.cluster_id
  name       = "lamps"

  item {
    id       = "lamp"
    synonyms = ["lamp", "light", "luminaire"]
  }

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.searchcloud_clear_cache.results]
    }
  }
}
