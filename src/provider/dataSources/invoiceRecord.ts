import type { Client, InvoiceRecord } from "../../client";
import { defineSchema, type ValuesOf } from "../../framework";
import { count, text } from "../api/attributes";
import { instantOf, jsonOf, numberOf, textOf } from "./openRecords";
import { json } from "./schema";

/** What every invoice shows (docs/design/api-assumptions.md#open-records). No field is guaranteed: a missing one is null. */
export const invoiceFields = defineSchema({
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
});

export type InvoiceValues = ValuesOf<typeof invoiceFields>;

/** Passes on what the service says: nothing is recalculated. */
export function invoiceValues(invoice: InvoiceRecord, client: Client): InvoiceValues {
  return {
    id: invoice.id,
    number: textOf(invoice.number),
    status: textOf(invoice.status),
    amount_cents: numberOf(invoice.amount_cents),
    invoice_date: instantOf(invoice.invoice_date),
    period_starts_at: instantOf(invoice.period_starts_at),
    period_ends_at: instantOf(invoice.period_ends_at),
    invoice_html_url: textOf(invoice.invoice_html_url),
    line_items_path: textOf(invoice.line_items_path),
    json: jsonOf(invoice, client),
  };
}
