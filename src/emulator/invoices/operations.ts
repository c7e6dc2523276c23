import { MAX_PER_PAGE } from "../../api/limits";
import type { Call } from "../http/call";
import { ordered, paged } from "../http/listing";
import { Refusal } from "../http/refusal";
import type { Invoice } from "./record";

/** listInvoices: the account's invoices without their line items, in pages of at most 50. */
export function listInvoices(call: Call): unknown {
  const { invoices, assumptions } = call.world;
  const dated = invoices.map((invoice) => ({
    id: invoice.id,
    createdAt: invoice.period_starts_at * 1000,
    invoice,
  }));
  const records = ordered(dated, assumptions.list_order);
  return paged(call, "invoices", MAX_PER_PAGE, records, ({ invoice }) => withoutItems(invoice));
}

/** getInvoice: one invoice, with its line items. */
export function getInvoice({ world, params }: Call): unknown {
  const found = world.invoices.find(({ id }) => id === params.id);
  if (found === undefined) throw new Refusal(404, `Invoice ${params.id} not found`);
  return found;
}

function withoutItems({ line_items: _, ...invoice }: Invoice): Omit<Invoice, "line_items"> {
  return invoice;
}
