import { define, defineSchema, t } from "../../framework";
import { clientOf, type Service } from "../service";
import { type InvoiceValues, invoiceFields, invoiceValues } from "./invoiceRecord";
import { allOf, byText } from "./listing";
import { filter } from "./schema";

const schema = defineSchema({
  status: filter("Only invoices of this status: `draft`, `due` or `paid`; without it, all."),
  invoices: {
    type: t.nested.list(invoiceFields),
    mode: "computed",
    description: "The invoices without their line items, newest first.",
  },
});

/** `data.searchcloud_invoices`: the invoices of the account. */
export const invoicesData = define<Service>().dataSource({
  name: "invoices",
  description: "The invoices of the account. The key needs the capability billing:read.",
  schema,
  read: async ({ service, signal }, { status }) => {
    const client = clientOf(service);
    const records = client.list("listInvoices", {}, { signal });
    const found = await allOf(records, (invoice) => status === null || invoice.status === status);
    return { invoices: found.map((invoice) => invoiceValues(invoice, client)).sort(newestFirst) };
  },
});

/** RFC 3339 in UTC sorts as text; an invoice without a date goes last. */
function newestFirst(a: InvoiceValues, b: InvoiceValues): number {
  return byText(b.invoice_date ?? "", a.invoice_date ?? "") || byText(a.id ?? "", b.id ?? "");
}
