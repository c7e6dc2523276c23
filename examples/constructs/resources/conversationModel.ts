import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, Field, l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "conversation-model");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// In no plan and no state.
const openAiKey = new TerraformVariable(stack, "openai_api_key", { type: "string" });
openAiKey.addOverride("ephemeral", true);

const conversations = cluster.addCollection("conversations", {
  fields: [
    Field.string("conversation_id"),
    Field.string("model_id"),
    Field.string("role"),
    Field.string("message"),
    Field.int32("timestamp"),
  ],
});

// A search with conversation=true and conversation_model_id=assistant answers in sentences.
// For a new credential, raise the version, too.
new l1.conversationModel.ConversationModel(stack, "assistant", {
  clusterId: clusterId.stringValue,
  name: "assistant",
  modelName: "openai/gpt-4o-mini",
  modelApiKeyWo: openAiKey.stringValue,
  modelApiKeyWoVersion: 1,
  historyCollection: conversations.collectionName,
  maxBytes: 16384,
  systemPrompt: "You help customers of a shop for outdoor gear. Answer in at most three sentences.",
});

app.synth();
