import { type Scene, scene } from "../support";
import { listed, shown } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

describe("data.searchcloud_invoices", () => {
  test("all of them from every page, whatever their order", async () => {
    on.emulator.setAssumptions({ list_order: "oldest_first" });
    on.emulator.seed({ invoices: 120 });
    const all = await listed(on, "invoices");
    expect(all).toHaveLength(120);
    expect(all.slice(0, 3).map(({ number, status }) => [number, status])).toEqual([
      ["SC-2026-11", "draft"],
      ["SC-2026-10", "due"],
      ["SC-2026-09", "paid"],
    ]);
    expect(all.at(-1)?.number).toBe("SC-2016-12");
    expect(on.requests().filter((operation) => operation === "listInvoices").length % 3).toBe(0);
  });

  test("as the service has them: cents as numbers, moments in RFC 3339, the rest as JSON", async () => {
    const [, due] = await listed(on, "invoices");
    const { json, ...rest } = due ?? {};
    expect(rest).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      number: "SC-2026-10",
      status: "due",
      // 744 hours at 3 cents, 12 GB at 9 cents
      amount_cents: 2340,
      invoice_date: "2026-11-01T00:00:00Z",
      period_starts_at: "2026-10-01T00:00:00Z",
      period_ends_at: "2026-11-01T00:00:00Z",
      invoice_html_url: `https://console.searchcloud.example/invoices/${rest.id}`,
      line_items_path: `/invoices/${rest.id}`,
    });
    expect(json).toBe(
      `{"account":{"name":"Emulated account"},"amount_cents":2340,"id":"${rest.id}","invoice_date":1793491200,` +
        `"invoice_html_url":"https://console.searchcloud.example/invoices/${rest.id}","line_items_path":"/invoices/${rest.id}",` +
        '"number":"SC-2026-10","payment":null,"period_ends_at":1793491200,"period_starts_at":1790812800,"status":"due"}',
    );
  });

  test.each([
    ["draft", 1],
    ["due", 1],
    ["paid", 58],
    ["void", 0],
  ])("only those that are %s", async (status, count) => {
    on.emulator.seed({ invoices: 60 });
    const some = await listed(on, "invoices", `status = "${status}"`);
    expect(some.map((invoice) => invoice.status)).toEqual(Array.from({ length: count }, () => status));
  });

  test("none is an empty list", async () => {
    on.emulator.seed({ invoices: 0 });
    expect(await listed(on, "invoices")).toEqual([]);
  });
});

describe("data.searchcloud_invoice", () => {
  test("one with its line items", async () => {
    const [, due] = await listed(on, "invoices");
    const one = await shown(on, "invoice", `id = "${due?.id}"`);
    const { line_items, json, ...rest } = one;
    const { json: _, ...same } = due ?? {};
    expect(rest).toEqual(same);
    expect(line_items).toEqual([
      {
        description: "Node hours",
        line_item_type: "node",
        unit_price_cents: 3,
        quantity: 744,
        price_cents: 2232,
        parameters: { memory: "0.5_gb", region: "oregon" },
      },
      {
        description: "Outbound bandwidth in GB",
        line_item_type: "bandwidth",
        unit_price_cents: 9,
        quantity: 12,
        price_cents: 108,
        parameters: { region: "oregon" },
      },
    ]);
    expect(JSON.parse(String(json))).toMatchObject({ id: due?.id, line_items: [{ price_cents: 2232 }, {}] });
  });
});
