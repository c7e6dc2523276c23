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
const valuesOf = (invoice: InvoiceRecord) => invoiceValues(invoice, client);

test("every field as what it is, and the whole record as JSON without the key", () => {
  expect(valuesOf(PAID)).toEqual({
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

test("what is missing is null, and what is of another type fails nothing", () => {
  const { id, json, ...rest } = valuesOf({ id: "inv-2" });
  expect([id, json]).toEqual(["inv-2", '{"id":"inv-2"}']);
  expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  const odd = { id: "inv-3", number: 17, amount_cents: "99", invoice_date: "2026-11-01", status: "void" };
  expect(valuesOf(odd)).toMatchObject({
    number: "17",
    amount_cents: 99,
    invoice_date: "2026-11-01T00:00:00Z",
    status: "void",
  });
});
