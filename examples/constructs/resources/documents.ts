import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "documents");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" }).stringValue;

// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to apiKey here.
const catalog = new l1.collection.Collection(stack, "catalog", {
  clusterId,
  name: "catalog",
  field: [
    { name: "title", type: "string" },
    { name: "rank", type: "int32" },
  ],
});

// Imported once, and again whenever the documents are others, or the collection is another one.
const seed = new l1.documents.Documents(stack, "seed", {
  clusterId,
  collection: catalog.name,
  triggers: { collection_created_at: catalog.createdAt },
  content: [
    { id: "1", title: "Oak bookcase", rank: 40 },
    { id: "2", title: "Reading lamp", rank: 31 },
  ]
    .map((document) => JSON.stringify(document))
    .join("\n"),
});

// The same documents in another collection, without a file in between: to try another schema on them, say.
const next = new l1.collection.Collection(stack, "next", {
  clusterId,
  name: "catalog-next",
  field: [{ name: "title", type: "string", infix: true }],
});
const copy = new l1.documents.Documents(stack, "copy", {
  clusterId,
  collection: next.name,
  triggers: { imported_at: seed.importedAt },
  from: { clusterId, collection: seed.collection },
});

new TerraformOutput(stack, "copied", { value: copy.numImported });
app.synth();
