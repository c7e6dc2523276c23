import { call, control, emulators, read, refusal } from "../../support";

const start = emulators();
const account = { name: "Emulated account", payment_method: true };
const capabilities = ["clusters:read", "metrics:read"];
const others = ["clusters:create", "clusters:configure", "cluster_parameters:manage", "clusters:clone"];
const denied = [...others, "cluster_credentials:issue", "billing:read", "clusters:terminate", "admin"];
const permissions = Object.fromEntries([
  ...capabilities.map((name) => [name, true]),
  ...denied.map((name) => [name, false]),
]);
const search_delivery_network = ["off", "3_regions", "5_regions", "multi_nodes_per_region"];
const vcpu = ["2_vcpus_4_hr_burst_per_day", "2_vcpus"];
const objects = {
  regions: expect.arrayContaining([{ name: "zurich", available: true }]),
  memory: expect.arrayContaining([{ name: "4_gb", vcpu }]),
  yes_no: expect.objectContaining({ gpu: ["yes", "no"] }),
  search_delivery_network,
  free_tier: expect.objectContaining({ memory: "0.5_gb" }),
};
const keyed = {
  regions: expect.objectContaining({ zurich: true }),
  memory_and_vcpu: expect.objectContaining({ "4_gb": vcpu }),
  gpu: ["yes", "no"],
  search_delivery_network,
};

test.each([
  ["/account", "account_shape", "list", { account, credential: { name: "read-only", capabilities } }],
  ["/account", "account_shape", "map", { account: { ...account, credential: { permissions } } }],
  ["/account", "account_shape", "without_capabilities", account],
  ["/cluster-options", "options_shape", "objects", objects],
  ["/cluster-options", "options_shape", "keyed", { options: expect.objectContaining(keyed) }],
])("%s with %s %s", async (path, row, shape, expected) => {
  const emulator = await start({ assumptions: { [row]: shape } });
  const { status, body } = await call(emulator, `GET ${path}`, { key: "emulator-read-only-key" });
  expect([status, body]).toEqual([200, expected]);
});

type Invoice = { id: string; number: string };
const listed = (emulator: Awaited<ReturnType<typeof start>>, query = "") =>
  read<{ invoices: Invoice[] }>(emulator, `/invoices${query}`);

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
const ITEMS = [
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
];

test("the list always has a draft, one that is due and one that is paid; a single invoice has its items", async () => {
  const emulator = await start();
  const list = await listed(emulator);
  expect(list).toMatchObject({ page: 1, per_page: 10, total: 3 });
  const [draft, ...others] = list.invoices;
  expect(draft).toEqual(DRAFT);
  expect(others).toMatchObject([
    { number: "SC-2026-12", status: "due", payment: null },
    { number: "SC-2026-11", status: "paid", payment: { paid_at: 1_796_515_200, method: "card" } },
  ]);
  emulator.advance(40 * 86_400);
  expect(await listed(emulator)).toEqual(list);
  const { status, body } = await call(emulator, `GET /invoices/${draft?.id}`);
  expect([status, body]).toEqual([200, { ...draft, line_items: ITEMS }]);
});

test("the list has pages of at most 50; each invoice is on one of them", async () => {
  const emulator = await start();
  await control(emulator, "POST /seed", { invoices: 120 });
  const pages = [];
  for (const page of [1, 2, 3, 4]) {
    const list = await listed(emulator, `?per_page=50&page=${page}`);
    expect(list).toMatchObject({ page, per_page: 50, total: 120 });
    pages.push(list.invoices.map(({ id }) => id));
  }
  expect(pages.map((ids) => ids.length)).toEqual([50, 50, 20, 0]);
  expect(new Set(pages.flat()).size).toBe(120);
  const message = "per_page must be a whole number from 1 to 50";
  expect(await call(emulator, "GET /invoices?per_page=51")).toMatchObject(refusal(400, message));
});

test("getInvoice answers 404 to an unknown id, and only needs the capability billing:read", async () => {
  const keys = [{ name: "books", key: "emulator-books-key", capabilities: ["billing:read"] }];
  const answer = await call(await start({ keys }), "GET /invoices/nobody", { key: "emulator-books-key" });
  expect(answer).toMatchObject(refusal(404, "Invoice nobody not found"));
});
