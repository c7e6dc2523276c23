import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "synonym-set");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// Name it in synonymSets of a collection, or in a search.
new l1.synonymSet.SynonymSet(stack, "clothing", {
  clusterId: clusterId.stringValue,
  name: "clothing",
  item: [
    // Each of these words finds the others.
    { id: "coats", synonyms: ["blazer", "coat", "jacket"] },
    // A search for the root finds the others, but not vice versa.
    { id: "phones", root: "smart phone", synonyms: ["iphone", "android"] },
  ],
});

app.synth();
