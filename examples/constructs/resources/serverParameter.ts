import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, MaintenanceWindow, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "server-parameter");
new SearchCloudProvider(stack, "searchcloud");

// A cluster that is managed elsewhere; one of this program has the prop `serverParameters`.
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "shop", clusterId.stringValue);
const pageSize = cluster.addServerParameter("max-per-page", { value: "500" });
const filterCost = cluster.addServerParameter("filter-by-max-ops", { value: "2000" });

// Parameters take effect at a restart: a single one for all changed parameters, at night.
cluster.addConfigurationChange("restart", {
  triggers: {
    [pageSize.parameterName]: pageSize.value,
    [filterCost.parameterName]: filterCost.value,
  },
  maintenanceWindow: MaintenanceWindow.daily("03:00"),
});

app.synth();
