import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "key");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// A key that searches one collection and does nothing else. The server shows its value once: it is kept in the state. Any
// edit creates another key, and revokes this one when the new one has been handed on.
// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to keys or apiKey here.
const storefront = cluster.addKey("storefront", {
  actions: ["documents:search"],
  collections: ["products"],
  expiresAt: "2030-01-01T00:00:00Z",
});

new TerraformOutput(stack, "search_key", { value: storefront.value, sensitive: true });
app.synth();
