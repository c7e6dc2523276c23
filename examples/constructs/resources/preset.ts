import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "preset");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// A search with preset=listing takes these parameters.
new l1.preset.Preset(stack, "listing", {
  clusterId: clusterId.stringValue,
  name: "listing",
  value: JSON.stringify({ query_by: "title,tags", sort_by: "rank:desc", per_page: 20 }),
});

app.synth();
