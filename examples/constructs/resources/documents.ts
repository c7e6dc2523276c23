import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, Field, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "documents");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const cluster = Cluster.fromClusterId(stack, "cluster", clusterId.stringValue);

// The nodes accept dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or keys or apiKey here.
const catalog = cluster.addCollection("catalog", { fields: [Field.string("title"), Field.int32("rank")] });

// Imported once, and again when the documents or the collection change. A file takes the place of
// content, as in { file: "catalog.jsonl" }, with one document per line.
const documents = [
  { id: "1", title: "Oak bookcase", rank: 40 },
  { id: "2", title: "Reading lamp", rank: 31 },
];
const content = documents.map((document) => JSON.stringify(document)).join("\n");
const seed = catalog.importDocuments("seed", { content });

// The same documents in another collection, without a file in between, for example to try another schema.
const next = cluster.addCollection("catalog-next", { fields: [Field.string("title", { infix: true })] });
const copy = next.importDocuments("copy", {
  from: { collection: catalog },
  triggers: { imported_at: seed.importedAt },
});

new TerraformOutput(stack, "copied", { value: copy.numImported });
app.synth();
