import { App, TerraformOutput, TerraformStack } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "account");
new SearchCloudProvider(stack, "searchcloud");

const { DataSearchcloudAccount } = l1.dataSearchcloudAccount;
const account = new DataSearchcloudAccount(stack, "current");

// What the key may do; null when nobody knows.
new TerraformOutput(stack, "capabilities", { value: account.capabilities });
app.synth();
