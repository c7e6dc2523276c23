import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, Field, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "live-collection");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = cluster.issueApiKeys("keys");

// Applications search and write by the name "catalog". No edit of its schema makes them fail.
const catalog = cluster.addLiveCollection("catalog", {
  keys,
  fields: [Field.string("title"), Field.int32("popularity"), Field.int64("updated_at")],
  defaultSortingField: "popularity",
  // By it, an edit finds the documents that were written meanwhile.
  updatedAtField: "updated_at",
  queries: [{ parameters: { q: "shoes", query_by: "title" } }],
});

new TerraformOutput(stack, "live_version", { value: catalog.liveVersionName });
app.synth();
