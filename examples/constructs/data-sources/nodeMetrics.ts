import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-node-metrics");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudNodeMetrics } = l1.dataSearchcloudNodeMetrics;
const all = new DataSearchcloudNodeMetrics(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "nodes", { value: all.nodes });
app.synth();
