import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "scoped-search-key");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const keys = Cluster.fromClusterId(stack, "shop", clusterId.stringValue).issueApiKeys("keys");

// For the browser of a customer: searches of this customer's products only, until 2030.
new TerraformOutput(stack, "customer_key", {
  value: keys.scopedSearchKey({ filter_by: "customer_id:124", expires_at: 1893456000 }),
  sensitive: true,
});
app.synth();
