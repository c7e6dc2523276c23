variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

variable "openai_api_key" {
  type        = string
  description = "Credential of OpenAI."
  ephemeral   = true
}

# A search with nl_query=true and nl_model_id=questions turns "red shoes below 50 francs" into a filter.
# The credential is in no plan and no state. For a new one, raise the version, too.
resource "searchcloud_nl_search_model" "questions" {
  cluster_id               = var.cluster_id
  name                     = "questions"
  model_name               = "openai/gpt-4o-mini"
  model_api_key_wo         = var.openai_api_key
  model_api_key_wo_version = 1
  max_bytes                = 16384
  temperature              = 0
}
