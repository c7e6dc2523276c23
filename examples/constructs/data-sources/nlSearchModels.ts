import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-nl-search-models");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudNlSearchModels } = l1.dataSearchcloudNlSearchModels;
const all = new DataSearchcloudNlSearchModels(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "nl_search_models", { value: all.nlSearchModels });
app.synth();
