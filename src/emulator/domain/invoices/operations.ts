import { MAX_PER_PAGE } from "../../../api/limits";
import type { Call } from "../calls/call";
import { paged } from "../calls/listing";
import { Refusal } from "../rules/refusal";

/** listInvoices: the account's invoices without their line items, in pages of at most 50. */
export function listInvoices(call: Call): unknown {
  const records = call.world.invoices.map(({ line_items: _, ...shown }) => ({
    id: shown.id,
    createdAt: shown.period_starts_at * 1000,
    shown,
  }));
  return paged(call, "invoices", MAX_PER_PAGE, records, ({ shown }) => shown);
}

/** getInvoice: one invoice, with its line items. */
export function getInvoice({ world, params }: Call): unknown {
  const found = world.invoices.find(({ id }) => id === params.id);
  if (found === undefined) throw new Refusal(404, `Invoice ${params.id} not found`);
  return found;
}
