import { App, TerraformOutput, TerraformStack } from "cdktf";
import {
  Cluster,
  DayOfWeek,
  MaintenanceWindow,
  SearchCloudProvider,
  Topology,
} from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "cluster");
new SearchCloudProvider(stack, "searchcloud");

// Five nodes in two regions; the nearest one serves a search.
const shop = new Cluster(stack, "shop", {
  memory: "16_gb",
  vcpu: "4_vcpus",
  topology: Topology.nodes({ oregon: 3, frankfurt: 2 }),
  searchServerVersion: "30", // any 30.x: what the service updates by itself is no drift
  serverParameters: { "max-per-page": "500" },
  // Changes of the props above begin on a Sunday night, as a single change for all edits of a deploy.
  maintenanceWindow: MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich", {
    duration: "2h",
  }),
  notificationEmailAddresses: ["search-oncall@example.com"],
  // In production: true. Before a destroy, a deploy must turn it off.
  terminationProtection: false,
  timeouts: { create: "45m" },
});

new TerraformOutput(stack, "endpoint", { value: shop.clusterEndpoint });
app.synth();
