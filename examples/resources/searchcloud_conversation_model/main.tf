variable "cluster_id" {
  type        = string
  description = "Cluster reference ID of a cluster."
}

variable "openai_api_key" {
  type        = string
  description = "Credential of OpenAI."
  ephemeral   = true
}

# The conversations.
resource "searchcloud_collection" "conversations" {
  cluster_id = var.cluster_id
  name       = "conversations"

  field {
    name = "conversation_id"
    type = "string"
  }

  field {
    name = "model_id"
    type = "string"
  }

  field {
    name = "role"
    type = "string"
  }

  field {
    name = "message"
    type = "string"
  }

  field {
    name = "timestamp"
    type = "int32"
  }
}

# A search with conversation=true and conversation_model_id=assistant answers in sentences.
# The credential is in no plan and no state. For a new one, raise the version, too.
resource "searchcloud_conversation_model" "assistant" {
  cluster_id               = var.cluster_id
  name                     = "assistant"
  model_name               = "openai/gpt-4o-mini"
  model_api_key_wo         = var.openai_api_key
  model_api_key_wo_version = 1
  history_collection       = searchcloud_collection.conversations.name
  max_bytes                = 16384
  system_prompt            = "You help customers of a shop for outdoor gear. Answer in at most three sentences."
}
