import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, MaintenanceWindow, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "upgrade-rehearsal");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "shop", clusterId.stringValue);

// The search results of a clone at the new version must match. The clone is terminated at the end. Only then is the change scheduled.
const upgrade = cluster.upgradeTo("v31", {
  searchServerVersion: "31.0",
  queries: [
    { name: "shoes", collection: "catalog", parameters: { q: "shoes", query_by: "title" } },
    // Compares the number of matches and the time, not the order.
    { collection: "catalog", parameters: { q: "*", per_page: 1 }, sameTop: 0, tolerance: 1, maxSlowdown: 3 },
  ],
  maintenanceWindow: MaintenanceWindow.weekly("sunday", "02:00", "Europe/Zurich"),
});

new TerraformOutput(stack, "verified", { value: upgrade.verifiedVersion });
app.synth();
