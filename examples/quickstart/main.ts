import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Cluster, SearchCloudProvider, Topology } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
const products = new Cluster(stack, "products", {
  clusterName: "products",
  memory: "8_gb",
  vcpu: "2_vcpus",
  topology: Topology.singleNode("oregon"),
});
new TerraformOutput(stack, "endpoint", { value: products.clusterEndpoint });
new TerraformOutput(stack, "nodes", { value: products.nodes });
app.synth();
