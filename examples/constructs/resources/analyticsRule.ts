import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "analytics-rule");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// The collection "product_queries" collects the queries that users send to "products".
new l1.analyticsRule.AnalyticsRule(stack, "popular", {
  clusterId: clusterId.stringValue,
  name: "popular",
  definition: JSON.stringify({
    type: "popular_queries",
    collection: "products",
    event_type: "search",
    params: { destination_collection: "product_queries", limit: 1000 },
  }),
});

app.synth();
