import type { Client, InvoiceRecord } from "../../client";
import { define, t } from "../../framework";
import { count, text } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { byCodeUnit, filter, json, listed, readAll, requiredId } from "./listing";
import { jsonOf, listOf, membersOf, stringOf, valuesFrom } from "./openRecords";

/**
 * The attributes of every invoice (docs/design/api-assumptions.md#open-records). No field is guaranteed; a missing one is null.
 */
const invoice = {
  id: text("Identifier of the invoice."),
  number: text("Number printed on the invoice."),
  status: text("`draft`, `due` or `paid`."),
  amount_cents: count("Amount of the invoice in cents."),
  invoice_date: text("Date of the invoice (RFC 3339)."),
  period_starts_at: text("Start of the billing period (RFC 3339)."),
  period_ends_at: text("End of the billing period (RFC 3339)."),
  invoice_html_url: text("URL of the invoice in the console."),
  line_items_path: text("API path of the line items."),
  json: json("The invoice"),
};

const lineItem = {
  description: text("Description of the line."),
  line_item_type: text("`node`, `bandwidth`, `support` or `prepaid_credit_purchase`."),
  unit_price_cents: count("Price of one unit in cents; may have decimals."),
  quantity: count("Number of units; may have decimals."),
  price_cents: count("Price of the line in cents; may have decimals."),
  parameters: {
    type: t.map(t.string),
    mode: "computed",
    description:
      "Details of the line, in the service's names; a value that is not a string is given as JSON.",
  },
} as const;

/** `data.searchcloud_invoice`: one invoice with its line items. */
export const invoiceData = define<Service>().dataSource({
  name: "invoice",
  description: "One invoice with its line items. The key needs the capability billing:read.",
  schema: {
    ...invoice,
    id: requiredId("Identifier of the invoice, as `searchcloud_invoices` lists it."),
    line_items: listed("Lines of the invoice, in the order of the service.", lineItem),
  },
  read: async ({ service, signal }, { id }) => {
    const client = clientOf(service);
    const record = await client.call("getInvoice", { path: { id } }, { signal });
    return { ...invoiceValues(record, client), id, line_items: listOf(record.line_items).map(lineValues) };
  },
});

/** `data.searchcloud_invoices`: the invoices of the account. */
export const invoicesData = define<Service>().dataSource({
  name: "invoices",
  description: "The invoices of the account. The key needs the capability billing:read.",
  schema: {
    status: filter("Only invoices of this status: `draft`, `due` or `paid`; without it, all."),
    invoices: listed("The invoices without their line items, newest first.", invoice),
  },
  read: async ({ service, signal }, { status }) => {
    const client = clientOf(service);
    const found = await readAll(client.list("listInvoices", {}, { signal }), status);
    // RFC 3339 in UTC sorts as a string; an invoice without a date comes last.
    const invoices = found
      .map((record) => invoiceValues(record, client))
      .sort(
        (a, b) =>
          byCodeUnit(b.invoice_date ?? "", a.invoice_date ?? "") || byCodeUnit(a.id ?? "", b.id ?? ""),
      );
    return { invoices };
  },
});

/** Returns the values of the service unchanged. */
export function invoiceValues(record: InvoiceRecord, client: Client) {
  return { ...valuesFrom(invoice, record), json: jsonOf(record, client) };
}

function lineValues(record: unknown) {
  const details = Object.entries(membersOf(membersOf(record).parameters)).flatMap(([name, value]) => {
    const text = stringOf(value);
    return text === null ? [] : [[name, text]];
  });
  return { ...valuesFrom(lineItem, record), parameters: Object.fromEntries(details) };
}
