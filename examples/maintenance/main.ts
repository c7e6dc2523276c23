import { App, TerraformOutput, TerraformStack } from "cdktf";
import {
  Cluster,
  DayOfWeek,
  MaintenanceWindow,
  SearchCloudProvider,
  Topology,
} from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
const products = new Cluster(stack, "products", {
  memory: "16_gb", // was 8_gb
  vcpu: "4_vcpus", // was 2_vcpus: both are one change, for the next night of a Sunday
  topology: Topology.highAvailability("oregon", 3),
  maintenanceWindow: MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich", {
    duration: "2h",
  }),
  notificationEmailAddresses: ["search-oncall@example.com"],
});
new TerraformOutput(stack, "endpoint", { value: products.clusterEndpoint });
app.synth();
