import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-presets");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudPresets } = l1.dataSearchcloudPresets;
const all = new DataSearchcloudPresets(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "presets", { value: all.presets });
app.synth();
