import { App, Fn, propertyAccess, TerraformOutput, TerraformStack } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "invoices");
new SearchCloudProvider(stack, "searchcloud");

const { DataSearchcloudInvoices } = l1.dataSearchcloudInvoices;
const due = new DataSearchcloudInvoices(stack, "due", { status: "due" });

const amounts = propertyAccess(due.invoices.fqn, ["*", "amount_cents"]);
new TerraformOutput(stack, "due_in_cents", { value: Fn.sum(Fn.concat([[0], amounts])) });
app.synth();
