import type { ChangeSeed, CloneSeed, ClusterSeedBody } from "../../../src/emulator";
import { eachScene } from "../support";
import { data, outputs } from "./kit";

/** Data sources of lists: all pages, in their own order, and only the records that pass the filters. */
const on = eachScene({ assumptions: { termination_step_seconds: 1_000_000 } });

const DAY = 86_400;
const NOW = Date.UTC(2026, 10, 20) / 1000;
const SHOP = 'cluster_id = "shop1"';

const CHANGES: ChangeSeed[] = Array.from({ length: 23 }, (_, day) => ({
  id: `c${day}`,
  status: day === 0 ? "pending" : "succeeded",
  created_at: NOW - day * DAY,
  perform_change_at: NOW - day * DAY + (day === 0 ? DAY : 60),
  new_memory: "16_gb",
}));
const CLONES: CloneSeed[] = Array.from({ length: 23 }, (_, day) => ({
  id: `o${day}`,
  status: day === 1 ? "failed" : "succeeded",
  created_at: NOW - (day + 1) * DAY,
  completed_at: NOW - (day + 1) * DAY + 600,
  target_region: "paris",
  search_server_version: "29.0",
  target_cluster_reference_id: `copy${day}`,
  notification_email_addresses: ["ops@example.com"],
}));
const CLUSTERS: ClusterSeedBody[] = [
  {
    id: "shop1",
    name: "products",
    memory: "8_gb",
    vcpu: "2_vcpus",
    changes: CHANGES,
    clones: CLONES,
    parameters: { "max-per-page": "500", "cors-domains": "https://a.example", "cache-num-entries": "1000" },
  },
  { id: "a-paris", name: "catalog", region_node_counts: { paris: 1 }, parameters: { "max-per-page": "7" } },
  { id: "b-both", name: "products", high_availability: "yes", region_node_counts: { oregon: 2, paris: 1 } },
  { id: "d-leaving", name: "products", status: "deprovisioning" },
  { id: "e-unnamed", status: "suspended", clones: [{ id: "other", status: "failed" }] },
];
const days = (letter: string) => Array.from({ length: 23 }, (_, day) => `${letter}${day}`);

/** Each list with its filters, and the records it shows. */
const LISTS: readonly (readonly [type: string, body: string, shows: string, expected: readonly unknown[]])[] =
  [
    ["clusters", "", "id", ["a-paris", "b-both", "d-leaving", "e-unnamed", "shop1"]],
    ["clusters", 'region = "paris"', "id", ["a-paris", "b-both"]],
    ["clusters", 'name = "products"\nregion = "oregon"\nstatus = "in_service"', "id", ["b-both", "shop1"]],
    ["clusters", 'name = "nobody"', "id", []],
    ["configuration_changes", SHOP, "id", days("c")],
    ["configuration_changes", `${SHOP}\nstatus = "pending"`, "id", ["c0"]],
    ["cloning_operations", SHOP, "id", days("o")],
    ["cloning_operations", `${SHOP}\nstatus = "failed"`, "id", ["o1"]],
    ["server_parameters", SHOP, "name", ["cache-num-entries", "cors-domains", "max-per-page"]],
    ["server_parameters", `${SHOP}\nname = "max-per-page"`, "value", ["500"]],
    ["server_parameters", `${SHOP}\nname = "Max-Per-Page"`, "value", []],
    ["server_parameters", 'cluster_id = "b-both"', "value", []],
    ["invoices", 'status = "due"', "number", ["SC-2026-10"]],
    ["invoices", 'status = "void"', "number", []],
  ];

test("every page of every list, ordered and filtered; lists of one kind share their requests", async () => {
  on.emulator.setAssumptions({ list_order: "by_id", parameter_times: "epoch_seconds" });
  on.emulator.seed({ clusters: CLUSTERS, invoices: 120 });
  const blocks = LISTS.map(([type, body], place) => data(type, body, `list${place}`));
  const all = await outputs(on, ...blocks, data("invoices"));
  for (const [place, [type, body, shows, expected]] of LISTS.entries()) {
    const records = all[`list${place}`]?.[type] as Record<string, unknown>[];
    expect([type, body, records.map((record) => record[shows])]).toEqual([type, body, expected]);
  }
  const invoices = all.invoices?.invoices as Record<string, unknown>[];
  expect([invoices.length, invoices[0]?.number, invoices.at(-1)?.number]).toEqual([
    120,
    "SC-2026-11",
    "SC-2016-12",
  ]);

  const record = (place: number) => {
    const { [LISTS[place]?.[0] ?? ""]: records } = all[`list${place}`] ?? {};
    return (records as Record<string, unknown>[])[0];
  };
  expect(record(4)).toMatchObject({
    id: "c0",
    status: "pending",
    created_at: "2026-11-20T00:00:00Z",
    perform_change_at: "2026-11-21T00:00:00Z",
    completed_at: null,
    notification_email_addresses: [],
    old_memory: "8_gb",
    new_memory: "16_gb",
    new_vcpu: null,
    old_gpu: false,
    new_gpu: null,
    old_region_node_counts: { oregon: 1 },
    new_region_node_counts: null,
  });
  expect(record(6)).toEqual({
    id: "o0",
    status: "succeeded",
    source_region: "oregon",
    target_region: "paris",
    search_server_version: "29.0",
    target_cluster_id: "copy0",
    notification_email_addresses: ["ops@example.com"],
    created_at: "2026-11-19T00:00:00Z",
    updated_at: "2026-11-19T00:10:00Z",
    completed_at: "2026-11-19T00:10:00Z",
  });
  const due = record(12);
  // 744 hours at 3 cents, 12 GB at 9 cents
  expect(due).toMatchObject({ number: "SC-2026-10", status: "due", amount_cents: 2340 });
  expect(String(due?.json)).toContain('{"account":{"name":"Emulated account"},"amount_cents":2340,');

  // The same invoice by itself, with its line items.
  const alone = (await outputs(on, data("invoice", `id = "${due?.id}"`))).invoice;
  expect(alone).toMatchObject({ number: "SC-2026-10", line_items_path: due?.line_items_path });
  expect(alone?.line_items).toEqual([
    {
      description: "Node hours",
      line_item_type: "node",
      unit_price_cents: 3,
      quantity: 744,
      price_cents: 2232,
      parameters: { memory: "0.5_gb", region: "oregon" },
    },
    expect.objectContaining({ line_item_type: "bandwidth", price_cents: 108 }),
  ]);
});

test("the fewest possible pages, and one listing for many data sources of one plan", async () => {
  on.emulator.seed({ clusters: Array.from({ length: 101 }, () => ({})) });
  const some = ["products", "catalog"].map((name) => data("clusters", `name = "${name}"`, name));
  const count = 'output "count" {\n  value = length(data.searchcloud_clusters.it.clusters)\n}';
  expect(await on.plan([data("clusters"), count, ...some].join("\n"))).toMatch(/count += 101/);
  expect(on.requests()).toEqual(["listClusters", "listClusters", "listClusters"]);
});
