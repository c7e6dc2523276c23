import { App, Fn, propertyAccess, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "configuration-changes");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudConfigurationChanges } = l1.dataSearchcloudConfigurationChanges;
const pending = new DataSearchcloudConfigurationChanges(stack, "pending", {
  clusterId: clusterId.stringValue,
  status: "pending",
});

// A cluster has one change at a time; null if none is pending.
const moments = propertyAccess(pending.configurationChanges.fqn, ["*", "perform_change_at"]);
new TerraformOutput(stack, "next_change_at", { value: Fn.one(moments) });
app.synth();
