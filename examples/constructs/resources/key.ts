import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "key");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// A key that searches one collection and does nothing else. The server shows its value once: it is kept in the state.
// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to apiKey here.
const storefront = new l1.key.Key(stack, "storefront", {
  clusterId: clusterId.stringValue,
  description: "storefront",
  actions: ["documents:search"],
  collections: ["products"],
  expiresAt: "2030-01-01T00:00:00Z",
  // Any edit creates another key. This one is revoked when the new one has been handed on.
  lifecycle: { createBeforeDestroy: true },
});

new TerraformOutput(stack, "search_key", { value: storefront.value, sensitive: true });
app.synth();
