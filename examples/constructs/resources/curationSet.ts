import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "curation-set");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// Name it in curationSets of a collection, or in a search.
new l1.curationSet.CurationSet(stack, "campaign", {
  clusterId: clusterId.stringValue,
  name: "campaign",
  items: JSON.stringify([
    {
      id: "apple-first",
      rule: { query: "apple", match: "exact" },
      includes: [{ id: "422", position: 1 }],
      excludes: [{ id: "287" }],
    },
  ]),
});

app.synth();
