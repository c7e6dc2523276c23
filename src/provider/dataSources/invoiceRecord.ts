import type { Client, InvoiceRecord } from "../../client";
import { count, text } from "../api/attributes";
import { jsonOf, valuesFrom } from "./openRecords";
import { json } from "./schema";

/** What every invoice shows (docs/design/api-assumptions.md#open-records). No field is guaranteed: a missing one is null. */
export const invoiceFields = {
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

/** Passes on what the service says: nothing is recalculated. */
export function invoiceValues(invoice: InvoiceRecord, client: Client) {
  return { ...valuesFrom(invoiceFields, invoice), json: jsonOf(invoice, client) };
}
