import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "cluster-data");
new SearchCloudProvider(stack, "searchcloud");

// A cluster that is managed elsewhere is read when more than its id is used.
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const shop = Cluster.fromClusterId(stack, "shop", clusterId.stringValue);

new TerraformOutput(stack, "endpoint", { value: shop.clusterEndpoint });
app.synth();
