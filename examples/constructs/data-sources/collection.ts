import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { ApiKeys, Cluster, l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-collection");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);
const keys = new ApiKeys(stack, "keys", { cluster });
const on = { clusterId: cluster.clusterId, apiKey: keys.adminKey };
const events = new l1.collection.Collection(stack, "events", {
  ...on,
  name: "events",
  // Every field of every document is indexed, with the type that the server finds.
  field: [{ name: ".*", type: "auto" }],
});
const { DataSearchcloudCollection } = l1.dataSearchcloudCollection;
const now = new DataSearchcloudCollection(stack, "now", { ...on, name: events.name });

new TerraformOutput(stack, "documents", { value: now.numDocuments });
app.synth();
