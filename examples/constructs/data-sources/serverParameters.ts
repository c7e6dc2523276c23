import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "server-parameters");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudServerParameters } = l1.dataSearchcloudServerParameters;
const pageSize = new DataSearchcloudServerParameters(stack, "page_size", {
  clusterId: clusterId.stringValue,
  name: "max-per-page",
});

new TerraformOutput(stack, "max_per_page", { value: pageSize.serverParameters.get(0).value });
app.synth();
