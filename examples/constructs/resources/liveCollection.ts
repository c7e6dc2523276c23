import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "live-collection");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = cluster.issueApiKeys("keys");

const catalog = new l1.liveCollection.LiveCollection(stack, "catalog", {
  clusterId: cluster.clusterId,
  apiKey: keys.adminKey,
  name: "catalog",
  field: [
    { name: "title", type: "string" },
    { name: "popularity", type: "int32" },
    { name: "updated_at", type: "int64" },
  ],
  defaultSortingField: "popularity",
  updatedAtField: "updated_at",
  query: [{ parameters: { q: "shoes", query_by: "title" } }],
});

new TerraformOutput(stack, "live_version", { value: catalog.collectionName });
app.synth();
