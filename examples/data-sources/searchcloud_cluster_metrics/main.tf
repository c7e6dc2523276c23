variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

data "searchcloud_cluster_metrics" "day" {
  cluster_id  = var.cluster_id
  metrics     = ["system_memory_used_bytes", "system_memory_total_bytes"]
  window      = "24h"
  aggregation = "max"
}

locals {
  # The maximum of the day by metric, over all nodes; null without measurements.
  peak = {
    for metric in ["system_memory_used_bytes", "system_memory_total_bytes"] : metric => max(0, flatten([
      for series in data.searchcloud_cluster_metrics.day.series :
      [for value in series.values : value if value != null] if series.metric == metric
    ])...)
  }
}

# This warns in every plan while it is true.
check "memory_is_left" {
  assert {
    condition     = local.peak.system_memory_used_bytes <= 0.85 * local.peak.system_memory_total_bytes
    error_message = "More than 85 % of the memory was in use in the last 24 hours."
  }
}
