import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-collection");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to apiKey here.
const catalog = new l1.dataSearchcloudCollection.DataSearchcloudCollection(stack, "catalog", {
  clusterId: clusterId.stringValue,
  name: "catalog",
});

new TerraformOutput(stack, "documents", { value: catalog.numDocuments });
app.synth();
