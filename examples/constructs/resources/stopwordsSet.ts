import { App, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "stopwords-set");
new SearchCloudProvider(stack, "searchcloud");
const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });

// A search with stopwords=articles leaves these words out of its query.
new l1.stopwordsSet.StopwordsSet(stack, "articles", {
  clusterId: clusterId.stringValue,
  name: "articles",
  stopwords: ["a", "an", "the"],
  locale: "en",
});

app.synth();
