import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "collection-alias");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// The name by which applications search. Point it at another collection, and all of them search there at once.
// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to apiKey here.
new l1.collectionAlias.CollectionAlias(stack, "products", {
  clusterId: clusterId.stringValue,
  name: "products",
  collectionName: "products_2026_11",
});

app.synth();
