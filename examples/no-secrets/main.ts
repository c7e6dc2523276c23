import { App, TerraformOutput, TerraformStack } from "cdktf";
import { Cluster, EphemeralVariable, Field, SearchCloudProvider, Topology } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
// The management key comes from the environment variable SEARCHCLOUD_API_KEY.
new SearchCloudProvider(stack, "searchcloud");
// You choose both values, such as `openssl rand -hex 24`, and keep them in your secret store. Every deploy gets them from the environment,
// as TF_VAR_admin_key and TF_VAR_search_key. Terraform writes them neither to the state nor to a saved plan.
const adminKey = new EphemeralVariable(stack, "admin_key");
const searchKey = new EphemeralVariable(stack, "search_key");
const products = new Cluster(stack, "products", {
  memory: "8_gb",
  vcpu: "2_vcpus",
  topology: Topology.singleNode("oregon"),
});
// The first key of the cluster, for this deployment only; applications get their own keys. To rotate a key, change its value and its
// version in the same deploy.
const admin = products.bootstrapKey("admin", { value: adminKey.stringValue, version: 1 });
const catalog = products.addCollection("catalog", {
  keys: admin,
  fields: [Field.string("title"), Field.stringArray("tags"), Field.int32("rank")],
  defaultSortingField: "rank",
});
// Imported once, and again when the file changes.
catalog.importDocuments("seed", { file: "catalog.jsonl" });
// Applications search by the alias, so that the collection can be replaced.
const shop = products.addAlias("shop", { keys: admin, collection: catalog });
const storefront = products.addKey("storefront", {
  keys: admin,
  actions: ["documents:search"],
  collections: [shop],
  valueWo: { value: searchKey.stringValue, version: 1 },
});
// The deploy fails unless the storefront finds the expected documents.
const query = { q: "bookcase", query_by: "title" };
catalog.expect("answers", { keys: storefront, alias: shop, query, foundAtLeast: 2 });
new TerraformOutput(stack, "search_endpoint", { value: products.clusterEndpoint });
app.synth();
