import { checks, define, defineSchema, t } from "../../framework";
import { count, text } from "../api/attributes";
import { clientOf, type Service } from "../service";
import { invoiceFields, invoiceValues } from "./invoiceRecord";
import { listOf, membersOf, numberOf, textOf } from "./openRecords";

const schema = defineSchema({
  ...invoiceFields,
  id: {
    type: t.string,
    mode: "required",
    description: "Identifier of the invoice, as `searchcloud_invoices` lists it.",
    validators: [checks.notEmpty()],
  },
  line_items: {
    type: t.nested.list({
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
    }),
    mode: "computed",
    description: "Lines of the invoice, in the order of the service.",
  },
});

/** `data.searchcloud_invoice`: one invoice with its line items. */
export const invoiceData = define<Service>().dataSource({
  name: "invoice",
  description: "One invoice with its line items. The key needs the capability billing:read.",
  schema,
  read: async ({ service, signal }, { id }) => {
    const client = clientOf(service);
    const invoice = await client.call("getInvoice", { path: { id } }, { signal });
    return { ...invoiceValues(invoice, client), id, line_items: listOf(invoice.line_items).map(lineValues) };
  },
});

function lineValues(line: unknown) {
  const { description, line_item_type, unit_price_cents, quantity, price_cents, parameters } =
    membersOf(line);
  return {
    description: textOf(description),
    line_item_type: textOf(line_item_type),
    unit_price_cents: numberOf(unit_price_cents),
    quantity: numberOf(quantity),
    price_cents: numberOf(price_cents),
    parameters: Object.fromEntries(
      Object.entries(membersOf(parameters)).flatMap(([name, value]) => {
        const shown = textOf(value);
        return shown === null ? [] : [[name, shown]];
      }),
    ),
  };
}
