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
const catalog = products.addCollection("catalog", {
  keys,
  fields: [Field.string("title"), Field.stringArray("tags"), Field.int32("rank")],
  defaultSortingField: "rank",
});
// Imported once, and again when the file changes.
catalog.importDocuments("seed", { file: "catalog.jsonl" });
// Applications search by the alias, so that the collection can be replaced.
const shop = products.addAlias("shop", { keys, collection: catalog });
// The key allows only the alias, so that it outlives the collection: keys cannot be edited, only replaced.
const storefront = products.addKey("storefront", {
  keys,
  actions: ["documents:search"],
  collections: [shop],
});
// The deploy fails unless the storefront finds the expected documents.
const query = { q: "bookcase", query_by: "title" };
catalog.expect("answers", { keys: storefront, alias: shop, query, foundAtLeast: 2 });
new TerraformOutput(stack, "search_key", { value: storefront.value, sensitive: true });
app.synth();
