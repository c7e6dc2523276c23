import { App, propertyAccess, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "cloning-operations");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudCloningOperations } = l1.dataSearchcloudCloningOperations;
const done = new DataSearchcloudCloningOperations(stack, "done", {
  clusterId: clusterId.stringValue,
  status: "succeeded",
});

// Each of them is a cluster that is billed until it is terminated.
new TerraformOutput(stack, "clones", {
  value: propertyAccess(done.cloningOperations.fqn, ["*", "target_cluster_id"]),
});
app.synth();
