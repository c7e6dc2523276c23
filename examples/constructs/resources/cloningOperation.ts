import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "cloning-operation");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "shop", clusterId.stringValue);

// A copy with real data, to rehearse an upgrade of the server.
const rehearsal = cluster.addCloningOperation("rehearsal", {
  searchServerVersion: "30",
  triggers: { rehearsal: "first" }, // another value makes another copy
  terminateCloneOnDestroy: true, // the copy is billed like any cluster: it goes when the rehearsal is over
});

new TerraformOutput(stack, "endpoint", { value: rehearsal.targetCluster.clusterEndpoint });
app.synth();
