import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "key");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// A key for searches of one collection only. The server shows its value once: it is kept in the state. Any edit
// creates a new key, and revokes this one after its dependents have the new one.
// The nodes accept dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or keys or apiKey here.
const storefront = cluster.addKey("storefront", {
  actions: ["documents:search"],
  collections: ["products"],
  expiresAt: "2030-01-01T00:00:00Z",
});

new TerraformOutput(stack, "search_key", { value: storefront.value, sensitive: true });
app.synth();
