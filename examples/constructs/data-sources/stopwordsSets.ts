import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-stopwords-sets");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudStopwordsSets } = l1.dataSearchcloudStopwordsSets;
const all = new DataSearchcloudStopwordsSets(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "stopwords_sets", { value: all.stopwordsSets });
app.synth();
