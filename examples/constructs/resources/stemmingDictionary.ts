import { App, Fn, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "stemming-dictionary");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// A search for "people" also finds "person", and the other way round.
const irregular = new l1.stemmingDictionary.StemmingDictionary(stack, "irregular", {
  clusterId: clusterId.stringValue,
  name: "irregular",
  words: { people: "person", children: "child", mice: "mouse" },
});
new l1.collection.Collection(stack, "stories", {
  clusterId: clusterId.stringValue,
  name: "stories",
  field: [{ name: "title", type: "string", extra: Fn.jsonencode({ stem_dictionary: irregular.name }) }],
});

app.synth();
