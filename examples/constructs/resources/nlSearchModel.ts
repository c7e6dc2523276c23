import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "nl-search-model");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// In no plan and no state.
const openAiKey = new TerraformVariable(stack, "openai_api_key", { type: "string" });
openAiKey.addOverride("ephemeral", true);

// A search with nl_query=true and nl_model_id=questions turns "red shoes below 50 francs" into a filter.
// For a new credential, raise the version, too.
new l1.nlSearchModel.NlSearchModel(stack, "questions", {
  clusterId: clusterId.stringValue,
  name: "questions",
  modelName: "openai/gpt-4o-mini",
  modelApiKeyWo: openAiKey.stringValue,
  modelApiKeyWoVersion: 1,
  maxBytes: 16384,
  temperature: 0,
});

app.synth();
