import { App, Fn, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "document");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to apiKey here.
const boots = new l1.dataSearchcloudDocument.DataSearchcloudDocument(stack, "boots", {
  clusterId: clusterId.stringValue,
  collection: "catalog",
  documentId: "boots",
});

new TerraformOutput(stack, "title", { value: Fn.lookup(Fn.jsondecode(boots.json), "title") });
app.synth();
