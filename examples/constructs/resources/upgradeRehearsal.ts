import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "upgrade-rehearsal");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// A clone at the new version must answer as the cluster does. It is terminated at the end.
new l1.upgradeRehearsal.UpgradeRehearsal(stack, "v31", {
  clusterId: clusterId.stringValue,
  searchServerVersion: "31.0",
  query: [{ name: "shoes", collection: "catalog", parameters: { q: "shoes", query_by: "title" } }],
});

app.synth();
