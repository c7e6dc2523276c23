import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-stemming-dictionaries");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudStemmingDictionaries } = l1.dataSearchcloudStemmingDictionaries;
const all = new DataSearchcloudStemmingDictionaries(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "stemming_dictionaries", { value: all.stemmingDictionaries });
app.synth();
