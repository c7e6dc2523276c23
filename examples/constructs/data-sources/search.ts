import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, Collection, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// A smoke test: the deploy fails when nothing is found. It searches after all imports into the collection.
// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to keys or apiKey: a key that may search is
// enough.
const catalog = Collection.fromCollectionName(stack, "catalog", "catalog", { cluster });
const boots = catalog.expect("boots", { query: { q: "boots", query_by: "title", per_page: 1 } });

new TerraformOutput(stack, "found", { value: boots.found });
app.synth();
