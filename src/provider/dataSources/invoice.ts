import { define, t } from "../../framework";
import { count, text } from "../api/attributes";
import { clientOf, type Service } from "../service";
import { invoiceFields, invoiceValues } from "./invoiceRecord";
import { listOf, membersOf, textOf, valuesFrom } from "./openRecords";
import { listed, requiredId } from "./schema";

const line = {
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
    ...invoiceFields,
    id: requiredId("Identifier of the invoice, as `searchcloud_invoices` lists it."),
    line_items: listed("Lines of the invoice, in the order of the service.", line),
  },
  read: async ({ service, signal }, { id }) => {
    const client = clientOf(service);
    const invoice = await client.call("getInvoice", { path: { id } }, { signal });
    return { ...invoiceValues(invoice, client), id, line_items: listOf(invoice.line_items).map(lineValues) };
  },
});

function lineValues(record: unknown) {
  const details = Object.entries(membersOf(membersOf(record).parameters)).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === null ? [] : [[name, text]];
  });
  return { ...valuesFrom(line, record), parameters: Object.fromEntries(details) };
}
