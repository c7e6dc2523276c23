import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { l1, SearchCloudProvider } from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "invoice");
new SearchCloudProvider(stack, "searchcloud");

const invoiceId = new TerraformVariable(stack, "invoice_id", { type: "string" });
const { DataSearchcloudInvoice } = l1.dataSearchcloudInvoice;
const invoice = new DataSearchcloudInvoice(stack, "invoice", { id: invoiceId.stringValue });

new TerraformOutput(stack, "amount_in_cents", { value: invoice.amountCents });
new TerraformOutput(stack, "lines", { value: invoice.lineItems });
app.synth();
