import type { Client, InvoiceRecord } from "../../../src/client";
import { invoiceValues } from "../../../src/provider/dataSources/invoices";
import { byCodeUnit, newestFirst, readAll } from "../../../src/provider/dataSources/listing";
import { listOf, membersOf, valuesFrom } from "../../../src/provider/dataSources/openRecords";
import { count, flag, text, texts } from "../../../src/provider/model/attributes";

const FIELDS = {
  text: text("A text."),
  number: count("A number."),
  flag: flag("A flag."),
  created_at: text("A moment."),
  list: texts("Anything else."),
};

test.each<[keyof typeof FIELDS, value: unknown, expected: unknown]>([
  ["text", "", ""],
  ["text", 7, "7"],
  ["text", { a: [1] }, '{"a":[1]}'],
  ["text", undefined, null],
  ["number", -12.5, -12.5],
  ["number", "12.5", 12.5],
  ["number", " ", null],
  ["number", "12,5", null],
  ["number", "Infinity", null],
  ["number", true, null],
  ["flag", "yes", true],
  ["flag", "no", false],
  ["flag", true, true],
  ["flag", null, null],
  ["flag", 1, null],
  ["created_at", 1_700_000_000, "2023-11-14T22:13:20Z"],
  ["created_at", "1700000000", "2023-11-14T22:13:20Z"],
  ["created_at", 1_700_000_000.25, "2023-11-14T22:13:20.250Z"],
  ["created_at", 0, "1970-01-01T00:00:00Z"],
  ["created_at", "2023-11-14T23:13:20+01:00", "2023-11-14T22:13:20Z"],
  ["created_at", "yesterday", null],
  ["created_at", 1e300, null],
  ["created_at", {}, null],
  ["list", ["a"], ["a"]],
])("%s: %j is read as %j", (name, value, expected) => {
  const nothing = { text: null, number: null, flag: null, created_at: null, list: null };
  expect(valuesFrom(FIELDS, { [name]: value, other: 1 })).toEqual({ ...nothing, [name]: expected });
});

test("parts of another shape are empty", () => {
  const members = [{ a: 1 }, [1], "x", null, undefined].map(membersOf);
  expect(members).toEqual([{ a: 1 }, {}, {}, {}, {}]);
  expect([[1], { 0: 1 }, null].map(listOf)).toEqual([[1], [], []]);
});

test("every record, or those of one status", async () => {
  async function* pages() {
    yield* [{ status: "paid" }, { status: "due" }, {}, { status: "paid" }];
  }
  expect(await readAll(pages(), null)).toHaveLength(4);
  expect(await readAll(pages(), "paid")).toEqual([{ status: "paid" }, { status: "paid" }]);
});

test("a page that cannot be read fails the read: a part is not a result", async () => {
  async function* broken() {
    yield {};
    throw new Error("503");
  }
  await expect(readAll(broken(), null)).rejects.toThrow("503");
});

test("newest first; without a time last; of the same time by id, in the order of code units", () => {
  const records = [
    { id: "b", created_at: 5 },
    { id: "z", created_at: null },
    { id: "c", created_at: 9 },
    { id: "B", created_at: 5 },
  ];
  expect(records.sort(newestFirst).map(({ id }) => id)).toEqual(["c", "B", "b", "z"]);
  expect(["é", "a", "B", "a"].sort(byCodeUnit)).toEqual(["B", "a", "a", "é"]);
});

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

test("every field unchanged, and the whole record as JSON without the key", () => {
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
