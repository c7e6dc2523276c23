import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { ApiKeys, Cluster, l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "nodes");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = new ApiKeys(stack, "keys", { cluster });
const { DataSearchcloudNodes } = l1.dataSearchcloudNodes;
const nodes = new DataSearchcloudNodes(stack, "nodes", {
  clusterId: cluster.clusterId,
  apiKey: keys.adminKey,
});

new TerraformOutput(stack, "leader", { value: nodes.leader });
app.synth();
