import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-analytics-rules");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudAnalyticsRules } = l1.dataSearchcloudAnalyticsRules;
const all = new DataSearchcloudAnalyticsRules(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "analytics_rules", { value: all.analyticsRules });
app.synth();
