import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "api-keys");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "shop", clusterId.stringValue);

// Issued once, and again when a keeper changes: the new pair is issued before the old one leaves the state.
const keys = cluster.issueApiKeys("keys", { keepers: { rotation: "2026" } });

// `keys.storeIn(sink)` writes them to a secret store; outputs are for the next stack.
new TerraformOutput(stack, "admin_key", { value: keys.adminKey, sensitive: true });
app.synth();
