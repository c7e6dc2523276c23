import type { InvoiceRecord } from "../../../src/client/index";
import { invoiceValues } from "../../../src/provider/dataSources/invoiceRecord";

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
  account: { name: "shop" },
  payment: { method: "card" },
};

test("every field as what it is, and the whole record as JSON", () => {
  expect(invoiceValues(PAID)).toEqual({
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
      '{"account":{"name":"shop"},"amount_cents":12345,"id":"inv-1","invoice_date":1700000000,' +
      '"invoice_html_url":"https://billing.example/inv-1","line_items_path":"/invoices/inv-1","number":"2026-0001",' +
      '"payment":{"method":"card"},"period_ends_at":1699999999,"period_starts_at":1697000000,"status":"paid"}',
  });
});

test("what is not there is null", () => {
  const { id, json, ...rest } = invoiceValues({ id: "inv-2" });
  expect([id, json]).toEqual(["inv-2", '{"id":"inv-2"}']);
  expect(new Set(Object.values(rest))).toEqual(new Set([null]));
});

test("what is of another type fails nothing", () => {
  const odd = invoiceValues({
    id: "inv-3",
    number: 17,
    amount_cents: "99",
    invoice_date: "2026-11-01",
    status: "void",
  });
  expect(odd).toMatchObject({
    number: "17",
    amount_cents: 99,
    invoice_date: "2026-11-01T00:00:00Z",
    status: "void",
    period_ends_at: null,
  });
});
