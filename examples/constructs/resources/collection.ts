import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, Field, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "collection");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = cluster.issueApiKeys("keys");

// All edits of its fields in a deploy are a single change, in place.
const products = cluster.addCollection("products", {
  keys,
  fields: [
    Field.string("title", { stem: true }),
    Field.int32("rank"),
    Field.stringArray("tags", { facet: true }),
    Field.floatArray("picture", { optional: true, numDim: 4, extra: { vec_dist: "ip" } }),
  ],
  defaultSortingField: "rank",
});

new TerraformOutput(stack, "collection", { value: products.collectionName });
app.synth();
