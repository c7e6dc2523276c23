import { seconds } from "../clock";
import { lettersOf } from "../derived";

/** An invoice with its line items, as the API shows it (docs/design/api-assumptions.md#open-records). Times are epoch seconds. */
export type Invoice = ReturnType<typeof invoiceOf>;

/** The number of invoices at the start: a draft, one that is due, and one that is paid. */
export const USUAL_INVOICES = 3;

/** Returns the invoices of the last `count` months: a draft for this month, one that is due, and paid ones before. */
export function monthlyInvoices(count: number, now: number): Invoice[] {
  return Array.from({ length: count }, (_, monthsAgo) => invoiceOf(monthsAgo, new Date(now))).reverse();
}

function invoiceOf(monthsAgo: number, now: Date) {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - monthsAgo];
  const [starts, ends] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  const number = `SC-${new Date(starts).toISOString().slice(0, 7)}`;
  const id = lettersOf(number);
  const line_items = lineItems((ends - starts) / 3_600_000);
  const paidAt = ends + 5 * 86_400_000;
  return {
    id,
    number,
    status: monthsAgo === 0 ? "draft" : monthsAgo === 1 ? "due" : "paid",
    amount_cents: line_items.reduce((sum, item) => sum + item.price_cents, 0),
    invoice_date: seconds(ends),
    period_starts_at: seconds(starts),
    period_ends_at: seconds(ends),
    line_items_path: `/invoices/${id}`,
    invoice_html_url: `https://console.searchcloud.example/invoices/${id}`,
    account: { name: "Emulated account" },
    payment: monthsAgo > 1 ? { paid_at: seconds(paidAt), method: "card" } : null,
    line_items,
  };
}

function lineItems(hours: number) {
  const rows = [
    ["node", "Node hours", 3, hours, { memory: "0.5_gb", region: "oregon" }],
    ["bandwidth", "Outbound bandwidth in GB", 9, 12, { region: "oregon" }],
  ] as const;
  return rows.map(([line_item_type, description, unit_price_cents, quantity, parameters]) => ({
    description,
    unit_price_cents,
    quantity,
    price_cents: unit_price_cents * quantity,
    line_item_type,
    parameters,
  }));
}
