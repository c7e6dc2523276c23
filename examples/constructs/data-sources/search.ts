import { App, Op, TerraformOutput, TerraformSelf, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// A smoke test: the deploy fails when nothing is found. `collection.expect` does the same for a collection that is a construct.
// The nodes answer to dataApiKey of the provider (SEARCHCLOUD_DATA_API_KEY), or to apiKey here: a key that may search is enough.
const boots = new l1.dataSearchcloudSearch.DataSearchcloudSearch(stack, "boots", {
  clusterId: clusterId.stringValue,
  collection: "catalog",
  parameters: { q: "boots", query_by: "title", per_page: "1" },
  lifecycle: {
    postcondition: [
      {
        condition: Op.gte(TerraformSelf.getNumber("found"), 1),
        errorMessage: "A search for boots finds nothing.",
      },
    ],
  },
});

new TerraformOutput(stack, "found", { value: boots.found });
app.synth();
