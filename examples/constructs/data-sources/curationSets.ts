import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-curation-sets");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudCurationSets } = l1.dataSearchcloudCurationSets;
const all = new DataSearchcloudCurationSets(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "curation_sets", { value: all.curationSets });
app.synth();
