import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, DayOfWeek, MaintenanceWindow, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "configuration-change");
new SearchCloudProvider(stack, "searchcloud");

// A cluster whose size is not managed elsewhere.
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "shop", clusterId.stringValue);

// More memory before the season begins. The deploy schedules it for the window's next opening and does not wait for it.
const season = cluster.addConfigurationChange("season", {
  newMemory: "16_gb",
  newVcpu: "4_vcpus",
  maintenanceWindow: MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "01:30", "America/Los_Angeles"),
  notificationEmailAddresses: ["search-oncall@example.com"],
});

new TerraformOutput(stack, "begins_at", { value: season.performChangeAt });
app.synth();
