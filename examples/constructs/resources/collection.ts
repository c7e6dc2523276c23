import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { ApiKeys, Cluster, l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "collection");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = new ApiKeys(stack, "keys", { cluster });
const products = new l1.collection.Collection(stack, "products", {
  clusterId: cluster.clusterId,
  apiKey: keys.adminKey,
  name: "products",
  defaultSortingField: "rank",
  field: [
    { name: "title", type: "string", stem: true },
    { name: "rank", type: "int32" },
    { name: "tags", type: "string[]", facet: true },
  ],
});

new TerraformOutput(stack, "collection", { value: products.id });
app.synth();
