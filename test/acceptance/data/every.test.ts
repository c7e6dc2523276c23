import type { OperationId } from "../../../src/api/operations";
import { searchcloud } from "../../../src/provider/provider";
import { cluster, eachScene } from "../support";
import { data, outputs } from "./kit";

/** The rules for every data source: errors are explained, unknown values send nothing, answers are read leniently. */
interface Source {
  readonly type: string;
  /** Returns the configuration; the id of the cluster is an expression. */
  readonly body: (cluster: string) => string;
  readonly operation: OperationId;
  readonly capability: string | null;
  readonly ofCluster?: true;
}

const READ = "clusters:read";
const whole = (
  type: string,
  operation: OperationId,
  capability: string | null = READ,
  body = "",
): Source => ({ type, body: () => body, operation, capability });
const child = (type: string, operation: OperationId, capability = READ, more = ""): Source => ({
  type,
  body: (id) => `${type === "cluster" ? "id" : "cluster_id"} = ${id}\n${more}`,
  operation,
  capability,
  ofCluster: true,
});
const METRICS = 'metrics = ["search_latency_ms"]\nwindow = "1h"';
const SOURCES: readonly Source[] = [
  whole("account", "getAccount", null),
  child("cluster", "getCluster"),
  whole("clusters", "listClusters"),
  child("cluster_metrics", "getClusterMetrics", "metrics:read", METRICS),
  whole("cluster_options", "listClusterOptions"),
  child("configuration_changes", "listConfigurationChanges"),
  child("cloning_operations", "listCloningOperations"),
  child("server_parameters", "listServerConfigurationParameters"),
  whole("invoices", "listInvoices", "billing:read"),
  whole("invoice", "getInvoice", "billing:read", 'id = "inv-1"'),
];
const OF_CLUSTER = SOURCES.filter(({ ofCluster }) => ofCluster);

const on = eachScene();

test("the table names every data source of the management API", () => {
  expect(SOURCES.map(({ type }) => type)).toEqual(searchcloud({}).dataSources.map(({ name }) => name));
});

/** Returns the errors of a plan, each as one line. */
async function errorsOf(blocks: readonly string[]): Promise<string[]> {
  const said = await on.plan(blocks.join("\n"), 1);
  expect(said).not.toContain("fault in the provider");
  return said.split("Error: ").slice(1);
}
const errorAt = (errors: readonly string[], type: string) =>
  errors.filter((error) => error.includes(`data.searchcloud_${type}.`)).join("\n");

test("a key without the capability: each names what is missing and which presets have it; an unknown key is shown nowhere", async () => {
  on.emulator.seed({ clusters: [{ id: "shop1" }] });
  on.emulator.addKey({ name: "weak", key: "weak-key", capabilities: ["clusters:clone"] });
  on.environment.SEARCHCLOUD_API_KEY = "weak-key";
  const guarded = SOURCES.filter(({ capability }) => capability !== null);
  const errors = await errorsOf(guarded.map(({ type, body }) => data(type, body('"shop1"'))));
  for (const { type, capability } of guarded) {
    const error = errorAt(errors, type);
    expect(error).toMatch(/^Could not (read|list) .* answered 403/);
    expect(error).toMatch(
      new RegExp(`capability ${capability}; keys created from these presets have it: .*admin`),
    );
  }
  on.environment.SEARCHCLOUD_API_KEY = "no-key";
  const [error] = await errorsOf([data("account")]);
  expect(error).toMatch(/Could not read the account.*SEARCHCLOUD_API_KEY/);
  expect(error).not.toContain("no-key");
});

test("a missing record is named at its line, as is a key that may not see it", async () => {
  const sources = [...OF_CLUSTER, ...SOURCES.filter(({ type }) => type === "invoice")];
  const errors = await errorsOf(sources.map(({ type, body }) => data(type, body('"nowhere"'))));
  for (const { type } of sources) {
    const error = errorAt(errors, type);
    for (const words of [/404/, /cannot see it/, /on main\.tf line/]) expect(error).toMatch(words);
    expect(error).toContain(type === "invoice" ? "inv-1" : "nowhere");
  }
});

test("an invalid id is an error, and no request leaves the path of its operation", async () => {
  const named = (id: string, name: string) =>
    OF_CLUSTER.map(({ type, body }) => data(type, body(JSON.stringify(id)), `${type}${name}`));
  // Found before any request.
  expect(await errorsOf(named("..", "dots"))).toEqual(
    OF_CLUSTER.map(() => expect.stringContaining("must not be dots alone")),
  );
  expect(on.requests()).toEqual([]);
  const blocks = ["two words", "a/b", "é"].flatMap((id, place) => named(id, String(place)));
  expect(await errorsOf(blocks)).toHaveLength(blocks.length);
  // A plan reads several clusters from the list.
  const operations: string[] = [...OF_CLUSTER.map(({ operation }) => operation), "listClusters"];
  expect(on.requests().filter((operation) => !operations.includes(operation))).toEqual([]);
});

test("records known only after apply are not requested at plan, and are read right after the apply", async () => {
  const blocks = OF_CLUSTER.map(
    ({ type, body }) => data(type, body("searchcloud_cluster.products.id")).split("\noutput")[0],
  );
  await on.plan(`${cluster()}\n${blocks.join("\n")}`);
  const requested = on.requests();
  for (const { operation } of OF_CLUSTER) expect(requested).not.toContain(operation);
  await on.apply();
  for (const { type } of OF_CLUSTER) {
    const values = await on.values(`data.searchcloud_${type}.it`);
    expect(values[type === "cluster" ? "id" : "cluster_id"]).toBe(on.emulator.state().clusters[0]?.id);
  }
  await on.empty();
});

/** Additional fields of a record; test/provider/dataSources tests the other records. */
const EXTRA = { brand_new: { deep: [1, null] } };
const LEAN: readonly [type: string, answer: object, expected: object][] = [
  [
    "cluster_options",
    { ...EXTRA, sizes: [{ id: "3_gb" }] },
    { values: ["3_gb", "brand_new", "deep", "id", "sizes"] },
  ],
  [
    "configuration_changes",
    { configuration_changes: [{ id: "x", status: "paused", new_gpu: "maybe", ...EXTRA }] },
    { configuration_changes: [{ id: "x", status: "paused", created_at: null }] },
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
];

test("answers are read leniently", async () => {
  const sourceOf = (type: string) => SOURCES.find((one) => one.type === type);
  for (const [type, json] of LEAN) {
    const match = { operation: sourceOf(type)?.operation, times: 0 };
    on.emulator.addFault({ match, effect: { kind: "answer", status: 200, json } });
  }
  const all = await outputs(on, ...LEAN.map(([type]) => data(type, sourceOf(type)?.body('"shop1"'))));
  for (const [type, , expected] of LEAN) expect([type, all[type]]).toMatchObject([type, expected]);
});
