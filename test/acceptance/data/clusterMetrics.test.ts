import values from "../../contract/documents/values.json";
import { flat, type Scene, START, scene } from "../support";
import { data, shown } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

interface Series {
  metric: string;
  node: string;
  hostname: string;
  timestamps: string[];
  values: (number | null)[];
}

const NAMES: readonly string[] = values.MetricName.split(", ");
const list = (names: readonly string[]) => JSON.stringify(names);

async function measured(body: string): Promise<{ series: Series[] } & Record<string, unknown>> {
  return (await shown(on, "cluster_metrics", body)) as { series: Series[] } & Record<string, unknown>;
}

function seedHa(): string {
  const [id = ""] = on.emulator.seed({
    clusters: [
      { high_availability: "yes", region_node_counts: { oregon: 3 }, provisioned_at: 1_700_000_000 },
    ],
  });
  return id;
}

test("every metric of every node, five names a request, in the order asked for", async () => {
  const id = seedHa();
  const names = [...NAMES].reverse();
  const { series, resolution } = await measured(
    `cluster_id = "${id}"\nmetrics = ${list([...names, NAMES[0] ?? ""])}\nwindow = "3h"`,
  );
  expect(on.requests().filter((operation) => operation === "getClusterMetrics").length % 3).toBe(0);
  expect(resolution).toBe("30s");
  expect(series.map(({ metric, node }) => [metric, node])).toEqual(
    names.flatMap((metric) => ["0", "1", "2"].map((node) => [metric, node])),
  );
  expect(series[0]?.hostname).toBe(`${id}-1.a1.searchcloud.example`);
});

test.each([
  ["1h", "30s", 120, 30],
  ["24h", "30m", 48, 1800],
  ["7d", "1h", 168, 3600],
])("the window %s has buckets of %s", async (window, width, buckets, seconds) => {
  const id = seedHa();
  const metrics = `cluster_id = "${id}"\nmetrics = ["search_latency_ms"]\nwindow = "${window}"`;
  const { series, resolution } = await measured(metrics);
  expect(resolution).toBe(width);
  expect(series).toHaveLength(3);
  for (const { timestamps, values: numbers } of series) {
    expect([timestamps.length, numbers.length]).toEqual([buckets, buckets]);
    expect(timestamps[0]).toMatch(/^2026-11-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(Date.parse(timestamps[1] ?? "") - Date.parse(timestamps[0] ?? "")).toBe(seconds * 1000);
    expect(Date.parse(timestamps.at(-1) ?? "")).toBeGreaterThan(START - 3_600_000);
    for (const value of numbers) expect(value === null || (value >= 0 && value <= 60)).toBe(true);
  }
  expect(series.flatMap((one) => one.values)).toContain(null);
});

test("the aggregation is passed on, and left out is left to the service", async () => {
  const id = seedHa();
  const of = async (more: string) => {
    const body = `cluster_id = "${id}"\nmetrics = ["search_latency_ms"]\nwindow = "7d"\n${more}`;
    const { series } = await measured(body);
    return series.flatMap((one) => one.values).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  const [least, average, most] = [
    await of('aggregation = "min"'),
    await of(""),
    await of('aggregation = "max"'),
  ];
  expect(least).toBeLessThan(average);
  expect(average).toBeLessThan(most);
  const queries = on.emulator
    .journal()
    .flatMap(({ operation, query }) =>
      operation === "getClusterMetrics" ? [query.aggregation ?? null] : [],
    );
  expect(new Set(queries)).toEqual(new Set(["min", null, "max"]));
});

test("of a cluster that has no nodes yet there is nothing", async () => {
  const [id = ""] = on.emulator.seed({ clusters: [{ status: "provisioning" }] });
  const body = `cluster_id = "${id}"\nmetrics = ["search_latency_ms"]\nwindow = "1h"`;
  expect((await measured(body)).series).toEqual([]);
});

test.each([
  [
    'metrics = ["search_latency"]\nwindow = "1h"',
    ["search_latency_ms", "pending_write_batches", 'not "search_latency"'],
  ],
  ['metrics = []\nwindow = "1h"', ["metrics must not be empty"]],
  ['metrics = ["search_latency_ms"]\nwindow = "2h"', ['"1h", "3h", "24h", "7d", "30d", not "2h"']],
  [
    'metrics = ["search_latency_ms"]\nwindow = "1h"\naggregation = "sum"',
    ['"avg", "max", "min", "p95", not "sum"'],
  ],
  ['metrics = ["search_latency_ms"]', ['"window" is required']],
  ['metrics = ["search_latency_ms", null]\nwindow = "1h"', ["must not be null"]],
])("%s is refused before anything is asked", async (body, words) => {
  await on.write(data("cluster_metrics", `cluster_id = "c-1"\n${body}`));
  const { output } = await on.workspace.validate({ expect: 1 });
  for (const word of words) expect(flat(output)).toContain(word);
  expect(on.requests()).toEqual([]);
});
