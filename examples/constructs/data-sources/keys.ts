import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-keys");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudKeys } = l1.dataSearchcloudKeys;
const all = new DataSearchcloudKeys(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "keys", { value: all.keys });
app.synth();
