import { App, TerraformOutput, TerraformStack } from "cdktf";
import {
  Cluster,
  DayOfWeek,
  MaintenanceWindow,
  SearchCloudProvider,
  Topology,
} from "cdktf-provider-searchcloud";
import { remoteState } from "./state";

const app = new App();
const stack = new TerraformStack(app, "search");
remoteState(stack);
// Its key and its address come from the job's environment.
new SearchCloudProvider(stack, "searchcloud");
const products = new Cluster(stack, "products", {
  clusterName: "products",
  memory: "8_gb",
  vcpu: "2_vcpus",
  topology: Topology.highAvailability("oregon", 3),
  // A deploy schedules a resize and ends. Without a window it would wait for it, for hours.
  maintenanceWindow: MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich"),
  terminationProtection: true,
});
new TerraformOutput(stack, "endpoint", { value: products.clusterEndpoint });
app.synth();
