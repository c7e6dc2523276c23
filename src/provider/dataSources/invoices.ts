import { define } from "../../framework";
import { clientOf, type Service } from "../service";
import { invoiceFields, invoiceValues } from "./invoiceRecord";
import { allOf, byText } from "./listing";
import { filter, listed } from "./schema";

/** `data.searchcloud_invoices`: the invoices of the account. */
export const invoicesData = define<Service>().dataSource({
  name: "invoices",
  description: "The invoices of the account. The key needs the capability billing:read.",
  schema: {
    status: filter("Only invoices of this status: `draft`, `due` or `paid`; without it, all."),
    invoices: listed("The invoices without their line items, newest first.", invoiceFields),
  },
  read: async ({ service, signal }, { status }) => {
    const client = clientOf(service);
    const found = await allOf(client.list("listInvoices", {}, { signal }), status);
    return { invoices: found.map((invoice) => invoiceValues(invoice, client)).sort(newestFirst) };
  },
});

type Invoice = ReturnType<typeof invoiceValues>;

/** RFC 3339 in UTC sorts as text; an invoice without a date goes last. */
function newestFirst(a: Invoice, b: Invoice): number {
  return byText(b.invoice_date ?? "", a.invoice_date ?? "") || byText(a.id ?? "", b.id ?? "");
}
