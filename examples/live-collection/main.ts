import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Cluster, Field, SearchCloudProvider, Topology } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
const products = new Cluster(stack, "products", {
  memory: "8_gb",
  vcpu: "2_vcpus",
  topology: Topology.singleNode("oregon"),
});
// The admin key is for this deploy only; applications get their own keys.
const keys = products.issueApiKeys("keys");
// Applications read and write by the name "catalog", an alias. Edit defaultSortingField to "price" and deploy: a second version is
// created and filled, and the alias moves to it. No search fails, and no write is lost.
const catalog = products.addLiveCollection("catalog", {
  keys,
  fields: [
    Field.string("title"),
    Field.int32("rank"),
    Field.float("price"),
    // Every write sets it to the current time, in seconds.
    Field.int64("updated_at"),
  ],
  defaultSortingField: "rank",
  // By it, the edit finds what was written while it copied.
  updatedAtField: "updated_at",
  // The alias moves only if the new version answers these searches as the old one does.
  queries: [{ parameters: { q: "bookcase", query_by: "title" } }],
});
catalog.importDocuments("seed", { file: "catalog.jsonl" });
// The key allows the alias, whichever version it leads to.
const storefront = products.addKey("storefront", {
  keys,
  actions: ["documents:search"],
  collections: [catalog],
});
// The deploy fails unless the storefront finds the expected documents.
const query = { q: "bookcase", query_by: "title" };
catalog.expect("answers", { keys: storefront, query, foundAtLeast: 2 });
new TerraformOutput(stack, "version", { value: catalog.liveVersionName });
new TerraformOutput(stack, "search_key", { value: storefront.value, sensitive: true });
app.synth();
