variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

variable "admin_key" {
  type        = string
  description = "A generated password of at least 32 characters: from the environment (TF_VAR_admin_key), or a vault."
  ephemeral   = true
  sensitive   = true
}

# What is on the nodes is read and written with the same value. A refresh sees no configuration, so it needs the value here.
provider "searchcloud" {
  data_api_key = var.admin_key
}

# The first key of a cluster. Its value is in no state and no plan. It is created with a pair of keys that is issued for this one request,
# and revoked again.
resource "searchcloud_key" "admin" {
  cluster_id       = var.cluster_id
  description      = "admin"
  actions          = ["*"]
  collections      = ["*"]
  bootstrap        = true
  value_wo         = var.admin_key
  value_wo_version = 1 # raise it with each new value

  lifecycle {
    create_before_destroy = true # the old key is revoked last
  }
}

# It takes the cluster from the key, so that it is planned and created after it.
resource "searchcloud_collection_alias" "shop" {
  cluster_id      = searchcloud_key.admin.cluster_id
  name            = "shop"
  collection_name = "products"
}
