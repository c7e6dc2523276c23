import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { ApiKeys, Cluster, l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-collections");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = new ApiKeys(stack, "keys", { cluster });
const { DataSearchcloudCollections } = l1.dataSearchcloudCollections;
const all = new DataSearchcloudCollections(stack, "all", {
  clusterId: cluster.clusterId,
  apiKey: keys.adminKey,
});

new TerraformOutput(stack, "collections", { value: all.collections });
app.synth();
