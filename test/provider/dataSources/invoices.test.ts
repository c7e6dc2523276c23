import type { Client, InvoiceRecord } from "../../../src/client/index";
import { invoiceValues } from "../../../src/provider/dataSources/invoices";

const PAID: InvoiceRecord = {
  id: "inv-1",
  number: "2026-0001",
  status: "paid",
  amount_cents: 12_345,
  invoice_date: 1_700_000_000,
  period_starts_at: 1_697_000_000,
  period_ends_at: 1_699_999_999,
  line_items_path: "/invoices/inv-1",
  invoice_html_url: "https://billing.example/inv-1",
  account: { name: "shop", used: "k3y" },
};
const client = { redact: (text: string) => text.replaceAll("k3y", "[redacted]") } as Client;

test("every field as what it is, and the whole record as JSON without the key", () => {
  expect(invoiceValues(PAID, client)).toEqual({
    id: "inv-1",
    number: "2026-0001",
    status: "paid",
    amount_cents: 12_345,
    invoice_date: "2023-11-14T22:13:20Z",
    period_starts_at: "2023-10-11T04:53:20Z",
    period_ends_at: "2023-11-14T22:13:19Z",
    invoice_html_url: "https://billing.example/inv-1",
    line_items_path: "/invoices/inv-1",
    json:
      '{"account":{"name":"shop","used":"[redacted]"},"amount_cents":12345,"id":"inv-1","invoice_date":1700000000,' +
      '"invoice_html_url":"https://billing.example/inv-1","line_items_path":"/invoices/inv-1","number":"2026-0001",' +
      '"period_ends_at":1699999999,"period_starts_at":1697000000,"status":"paid"}',
  });
});
