import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-synonym-sets");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudSynonymSets } = l1.dataSearchcloudSynonymSets;
const all = new DataSearchcloudSynonymSets(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "synonym_sets", { value: all.synonymSets });
app.synth();
