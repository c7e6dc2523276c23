import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "cluster-options");
new SearchCloudProvider(stack, "searchcloud");

const { DataSearchcloudClusterOptions } = l1.dataSearchcloudClusterOptions;
const today = new DataSearchcloudClusterOptions(stack, "today");

// The service adds regions over time.
new TerraformOutput(stack, "zurich_is_offered", { value: Fn.contains(today.values, "zurich") });
app.synth();
