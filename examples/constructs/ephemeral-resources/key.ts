import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, Field, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "temporary-key");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// A key for one plan or deploy: in no plan and no state, deleted at the end, and rejected after 30 minutes if that fails.
// The nodes accept dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or keys or apiKey here.
const deploy = cluster.temporaryKey("deploy", {
  actions: ["collections:*", "aliases:*"],
  collections: ["products"],
  ttl: "30m",
});

cluster.addCollection("products", { keys: deploy, fields: [Field.string("title")] });
app.synth();
