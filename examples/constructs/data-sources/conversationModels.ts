import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-conversation-models");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudConversationModels } = l1.dataSearchcloudConversationModels;
const all = new DataSearchcloudConversationModels(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "conversation_models", { value: all.conversationModels });
app.synth();
