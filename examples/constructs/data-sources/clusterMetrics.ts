import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "cluster-metrics");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudClusterMetrics } = l1.dataSearchcloudClusterMetrics;
const memory = new DataSearchcloudClusterMetrics(stack, "memory", {
  clusterId: clusterId.stringValue,
  metrics: ["system_memory_used_bytes", "system_memory_total_bytes"],
  window: "24h",
  aggregation: "max",
});

// One series for each metric and node; a value is null where nothing was measured.
new TerraformOutput(stack, "series", { value: memory.series });
app.synth();
