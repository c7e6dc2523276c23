import { call, control, emulators } from "../support";

const start = emulators();
type Invoice = { id: string; number: string; status: string; amount_cents: number };
const invoicesOf = (body: unknown) => (body as { invoices: Invoice[] }).invoices;

/** The emulators start on 2027-01-01: the draft is January's. */
const DRAFT = {
  id: expect.stringMatching(/^[a-z0-9]{16}$/),
  number: "SC-2027-01",
  status: "draft",
  amount_cents: 2_340,
  invoice_date: 1_801_440_000,
  period_starts_at: 1_798_761_600,
  period_ends_at: 1_801_440_000,
  line_items_path: expect.stringMatching(/^\/invoices\/[a-z0-9]{16}$/),
  invoice_html_url: expect.stringMatching(
    /^https:\/\/console\.searchcloud\.example\/invoices\/[a-z0-9]{16}$/,
  ),
  account: { name: "Emulated account" },
  payment: null,
};

describe("listInvoices", () => {
  test("answers a draft, one that is due and one that is paid, without line items", async () => {
    const { status, body } = await call(await start(), "GET /invoices");
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, per_page: 10, total: 3 });
    expect(Object.keys(body as object)).toEqual(["page", "per_page", "total", "invoices"]);
    const [draft, due, paid] = invoicesOf(body);
    expect(draft).toEqual(DRAFT);
    expect(due).toMatchObject({ number: "SC-2026-12", status: "due", payment: null });
    expect(paid).toMatchObject({
      number: "SC-2026-11",
      status: "paid",
      payment: { paid_at: 1_796_515_200, method: "card" },
    });
  });

  test.each([
    ["oldest_first", ["SC-2026-11", "SC-2026-12", "SC-2027-01"]],
    ["newest_first", ["SC-2027-01", "SC-2026-12", "SC-2026-11"]],
  ])("%s", async (list_order, numbers) => {
    const { body } = await call(await start({ assumptions: { list_order } }), "GET /invoices");
    expect(invoicesOf(body).map(({ number }) => number)).toEqual(numbers);
  });

  test("comes in pages of at most 50; each invoice is on one of them", async () => {
    const emulator = await start();
    await control(emulator, "POST /seed", { invoices: 120 });
    const seen = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await call(emulator, `GET /invoices?per_page=50&page=${page}`);
      expect(body).toMatchObject({ page, per_page: 50, total: 120 });
      seen.push(invoicesOf(body).map(({ id }) => id));
    }
    expect(seen.map((ids) => ids.length)).toEqual([50, 50, 20, 0]);
    expect(new Set(seen.flat()).size).toBe(120);
    expect(await call(emulator, "GET /invoices?per_page=51")).toMatchObject({
      status: 400,
      body: { message: "per_page must be a whole number from 1 to 50" },
    });
  });

  test("may be empty", async () => {
    const emulator = await start({ seed: { invoices: 0 } });
    expect((await call(emulator, "GET /invoices")).body).toEqual({
      page: 1,
      per_page: 10,
      total: 0,
      invoices: [],
    });
  });
});

describe("getInvoice", () => {
  test("answers the same invoice with its line items", async () => {
    const emulator = await start();
    const [draft] = invoicesOf((await call(emulator, "GET /invoices")).body);
    const { status, body } = await call(emulator, `GET /invoices/${draft?.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...draft,
      line_items: [
        {
          description: "Node hours",
          unit_price_cents: 3,
          quantity: 744,
          price_cents: 2_232,
          line_item_type: "node",
          parameters: { memory: "0.5_gb", region: "oregon" },
        },
        {
          description: "Outbound bandwidth in GB",
          unit_price_cents: 9,
          quantity: 12,
          price_cents: 108,
          line_item_type: "bandwidth",
          parameters: { region: "oregon" },
        },
      ],
    });
  });

  test("answers 404 to an id that none has", async () => {
    expect(await call(await start(), "GET /invoices/nobody")).toMatchObject({
      status: 404,
      body: { success: false, message: "Invoice nobody not found" },
    });
  });
});

test.each(["/invoices", "/invoices/nobody"])("%s needs billing:read", async (path) => {
  const keys = [{ name: "books", key: "emulator-books-key", capabilities: ["billing:read"] }];
  const emulator = await start({ keys });
  expect(await call(emulator, `GET ${path}`, { key: "emulator-operate-key" })).toMatchObject({
    status: 403,
    body: { required_capability: "billing:read" },
  });
  expect((await call(emulator, `GET ${path}`, { key: "emulator-books-key" })).status).not.toBe(403);
});

test("the account has no more invoices at any time than it was given", async () => {
  const emulator = await start();
  const before = (await call(emulator, "GET /invoices")).body;
  emulator.advance(40 * 86_400);
  expect((await call(emulator, "GET /invoices")).body).toEqual(before);
});
