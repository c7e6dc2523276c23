import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "data-collection-aliases");
new SearchCloudProvider(stack, "searchcloud");

const clusterId = new TerraformVariable(stack, "cluster_id", { type: "string" });
const { DataSearchcloudCollectionAliases } = l1.dataSearchcloudCollectionAliases;
const all = new DataSearchcloudCollectionAliases(stack, "all", { clusterId: clusterId.stringValue });

new TerraformOutput(stack, "collection_aliases", { value: all.collectionAliases });
app.synth();
