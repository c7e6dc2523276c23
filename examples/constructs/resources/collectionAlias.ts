import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "collection-alias");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// The name by which applications search. An edit of the collection redirects all of them at once.
// The nodes accept dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or keys or apiKey here.
cluster.addAlias("products", { collection: "products_2026_11" });

app.synth();
