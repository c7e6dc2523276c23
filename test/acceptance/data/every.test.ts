import { searchcloud } from "../../../src/provider/provider";
import { cluster, flat, type Scene, scene } from "../support";
import { data, shown } from "./kit";

/** What holds for every data source: refusals in words, nothing sent for what is not known, answers read leniently. */
interface Source {
  readonly type: string;
  /** The configuration, given the id of the cluster as an expression. */
  readonly body: (cluster: string) => string;
  readonly operation: string;
  readonly capability: string | null;
  readonly ofCluster?: true;
}

const child = (operation: string, type: string, capability = "clusters:read", more = ""): Source => ({
  type,
  body: (id) => `cluster_id = ${id}\n${more}`,
  operation,
  capability,
  ofCluster: true,
});
const METRICS = 'metrics = ["search_latency_ms"]\nwindow = "1h"';
const SOURCES: readonly Source[] = [
  { type: "account", body: () => "", operation: "getAccount", capability: null },
  {
    type: "cluster",
    body: (id) => `id = ${id}`,
    operation: "getCluster",
    capability: "clusters:read",
    ofCluster: true,
  },
  { type: "clusters", body: () => "", operation: "listClusters", capability: "clusters:read" },
  child("getClusterMetrics", "cluster_metrics", "metrics:read", METRICS),
  { type: "cluster_options", body: () => "", operation: "listClusterOptions", capability: "clusters:read" },
  child("listConfigurationChanges", "configuration_changes"),
  child("listCloningOperations", "cloning_operations"),
  child("listServerConfigurationParameters", "server_parameters"),
  { type: "invoices", body: () => "", operation: "listInvoices", capability: "billing:read" },
  { type: "invoice", body: () => 'id = "inv-1"', operation: "getInvoice", capability: "billing:read" },
];
const rows = (some: readonly Source[]) => some.map((source) => [source.type, source] as const);
const OF_CLUSTER = SOURCES.filter(({ ofCluster }) => ofCluster);

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

test("the table names every data source", () => {
  expect(SOURCES.map(({ type }) => type)).toEqual(searchcloud({}).dataSources.map(({ name }) => name));
});

test.each(rows(SOURCES.filter(({ capability }) => capability !== null)))(
  "data.searchcloud_%s: a key that may not says what is missing and who has it",
  async (type, { body, capability, operation }) => {
    on.emulator.seed({ clusters: [{ id: "shop1" }] });
    const others = ["clusters:read", "metrics:read", "billing:read", "clusters:clone"];
    on.emulator.addKey({
      name: "weak",
      key: "weak-key",
      capabilities: others.filter((one) => one !== capability),
    });
    on.environment.SEARCHCLOUD_API_KEY = "weak-key";
    await on.write(data(type, body('"shop1"')));
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(flat(output)).toMatch(/Error: Could not (read|list) .* answered 403/);
    expect(flat(output)).toContain(`capability ${capability}; keys created from these presets have it: `);
    expect(flat(output)).toContain("admin");
    expect(on.requests()).toEqual([operation]);
  },
);

test("data.searchcloud_account: a key that is none says where to look", async () => {
  on.environment.SEARCHCLOUD_API_KEY = "no-key";
  await on.write(data("account"));
  const { output } = await on.workspace.plan([], { expect: 1 });
  expect(flat(output)).toContain("Could not read the account");
  expect(flat(output)).toContain("SEARCHCLOUD_API_KEY");
  expect(flat(output)).not.toContain("no-key");
});

test.each([...rows(OF_CLUSTER), ...rows(SOURCES.filter(({ type }) => type === "invoice"))])(
  "data.searchcloud_%s: what is not there is named, and that the key may not see it",
  async (type, { body }) => {
    await on.write(data(type, body('"nowhere"')));
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(flat(output)).toMatch(/404/);
    expect(flat(output)).toMatch(/cannot see it/);
    expect(flat(output)).toContain(type === "invoice" ? "inv-1" : "nowhere");
    expect(output).toContain("on main.tf line");
  },
);

test.each(
  rows(OF_CLUSTER).flatMap(([type, source]) =>
    (type === "cluster" ? ["", "two words", "a/b", "..", "é"] : ["a/b"]).map(
      (id) => [type, id, source] as const,
    ),
  ),
)(
  "data.searchcloud_%s of the id %p is an error, and reaches nobody it was not meant for",
  async (type, id, { body, operation }) => {
    await on.write(data(type, body(JSON.stringify(id))));
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(output).toContain("Error: ");
    expect(output).not.toContain("fault in the provider");
    expect([[], [operation]]).toContainEqual(on.requests());
  },
);

test("what is only known after apply is not asked for at plan, and right after it", async () => {
  const blocks = OF_CLUSTER.map(
    ({ type, body }) => data(type, body("searchcloud_cluster.products.id")).split("\noutput")[0],
  );
  await on.write(`${cluster()}\n${blocks.join("\n")}`);
  await on.workspace.plan();
  const asked = on.requests();
  for (const { operation } of OF_CLUSTER) expect(asked).not.toContain(operation);
  await on.workspace.apply();
  for (const { type } of OF_CLUSTER) {
    const { values } = await on.resource(`data.searchcloud_${type}.it`);
    expect(values[type === "cluster" ? "id" : "cluster_id"]).toBe(on.emulator.state().clusters[0]?.id);
  }
  await on.workspace.emptyPlan();
});

describe("answers are read leniently", () => {
  const EXTRA = { brand_new: { deep: [1, null] } };
  const LEAN: readonly [type: string, answer: object, expected: object][] = [
    ["account", { ...EXTRA, scopes: ["data:read"] }, { capabilities: null }],
    [
      "cluster_options",
      { ...EXTRA, sizes: [{ id: "3_gb" }] },
      { values: ["3_gb", "brand_new", "deep", "id", "sizes"] },
    ],
    [
      "cluster_metrics",
      { ...EXTRA, metrics: { search_latency_ms: { "0": { timestamps: [0], values: [null], ...EXTRA } } } },
      {
        resolution: null,
        series: [
          {
            metric: "search_latency_ms",
            node: "0",
            hostname: null,
            timestamps: ["1970-01-01T00:00:00.000Z"],
            values: [null],
          },
        ],
      },
    ],
    [
      "configuration_changes",
      { configuration_changes: [{ id: "x", status: "paused", new_gpu: "maybe", ...EXTRA }] },
      { configuration_changes: [expect.objectContaining({ id: "x", status: "paused", created_at: null })] },
    ],
    [
      "cloning_operations",
      { cloning_operations: [{ id: "x", status: "paused", ...EXTRA }], total: 1 },
      {
        cloning_operations: [
          expect.objectContaining({
            id: "x",
            status: "paused",
            target_cluster_id: null,
            notification_email_addresses: [],
          }),
        ],
      },
    ],
    [
      "server_parameters",
      [{ id: "x", parameter_name: "max-per-page", parameter_value: 500, ...EXTRA }],
      {
        server_parameters: [
          { id: "x", name: "max-per-page", value: "500", created_at: null, updated_at: null },
        ],
      },
    ],
    [
      "invoices",
      { invoices: [{ id: "x", status: "void", amount_cents: 12.5, ...EXTRA }] },
      {
        invoices: [
          expect.objectContaining({
            id: "x",
            status: "void",
            amount_cents: 12.5,
            json: '{"amount_cents":12.5,"brand_new":{"deep":[1,null]},"id":"x","status":"void"}',
          }),
        ],
      },
    ],
    [
      "invoice",
      {
        id: "inv-1",
        line_items: [{ price_cents: 0.5, parameters: { nodes: 3, label: "x", off: null } }, "odd"],
      },
      {
        id: "inv-1",
        line_items: [
          expect.objectContaining({
            price_cents: 0.5,
            quantity: null,
            parameters: { nodes: "3", label: "x" },
          }),
          expect.objectContaining({ price_cents: null, parameters: {} }),
        ],
      },
    ],
    ["invoice", { id: "inv-1" }, { id: "inv-1", line_items: [], amount_cents: null }],
    [
      "clusters",
      { clusters: [{ id: "x", memory: "3_gb", vcpu: "1", status: "sleeping", ...EXTRA }] },
      { clusters: [expect.objectContaining({ id: "x", status: "sleeping", regions: null, usage: null })] },
    ],
    [
      "cluster",
      {
        id: "shop1",
        memory: "3_gb",
        vcpu: "1",
        status: "sleeping",
        usage: { runtime_hours: "many" },
        ...EXTRA,
      },
      {
        id: "shop1",
        status: "sleeping",
        hostnames: null,
        usage: { runtime_hours: null, used_bandwidth_kb: {} },
      },
    ],
  ];

  test.each(LEAN)("data.searchcloud_%s of %j", async (type, answer, expected) => {
    const source = SOURCES.find((one) => one.type === type);
    on.emulator.addFault({
      match: { operation: source?.operation as "getAccount", times: 0 },
      effect: { kind: "answer", status: 200, json: answer },
    });
    expect(await shown(on, type, source?.body('"shop1"'))).toMatchObject(expected);
  });
});
