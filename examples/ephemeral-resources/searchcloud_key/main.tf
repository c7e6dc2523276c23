variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

# A key for one plan or apply: in no plan and no state, deleted at the end, and rejected after 30 minutes if that fails.
# The nodes accept data_api_key of the provider (SEARCHCLOUD_DATA_API_KEY), or api_key here.
ephemeral "searchcloud_key" "deploy" {
  cluster_id  = var.cluster_id
  actions     = ["collections:*", "aliases:*"]
  collections = ["products"]
  ttl         = "30m"
}

provider "searchcloud" {
  alias        = "data"
  data_api_key = ephemeral.searchcloud_key.deploy.value
}

resource "searchcloud_collection" "products" {
  provider   = searchcloud.data
  cluster_id = var.cluster_id
  name       = "products"

  field {
    name = "title"
    type = "string"
  }
}
