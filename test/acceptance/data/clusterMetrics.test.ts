import values from "../../contract/documents/values.json";
import { flat, type Scene, START, scene } from "../support";
import { data, outputs } from "./kit";

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

type Measured = { series: Series[] } & Record<string, unknown>;

async function measured(...bodies: readonly string[]): Promise<Measured[]> {
  const all = await outputs(on, ...bodies.map((body, place) => data("cluster_metrics", body, `m${place}`)));
  return bodies.map((_, place) => all[`m${place}`] as Measured);
}

function seedHa(): string {
  const [id = ""] = on.emulator.seed({
    clusters: [
      { high_availability: "yes", region_node_counts: { oregon: 3 }, provisioned_at: 1_700_000_000 },
    ],
  });
  return id;
}

test("every metric of every node, five names a request, in the configured order; each window has its buckets; the aggregation is passed on", async () => {
  const id = seedHa();
  const names = [...NAMES].reverse();
  const latency = `cluster_id = "${id}"\nmetrics = ["search_latency_ms"]`;
  const [all, hour, day, least, average, most] = await measured(
    `cluster_id = "${id}"\nmetrics = ${list([...names, NAMES[0] ?? ""])}\nwindow = "3h"`,
    `${latency}\nwindow = "1h"`,
    `${latency}\nwindow = "24h"`,
    `${latency}\nwindow = "7d"\naggregation = "min"`,
    `${latency}\nwindow = "7d"`,
    `${latency}\nwindow = "7d"\naggregation = "max"`,
  );
  expect(all?.resolution).toBe("30s");
  expect(all?.series.map(({ metric, node }) => [metric, node])).toEqual(
    names.flatMap((metric) => ["0", "1", "2"].map((node) => [metric, node])),
  );
  expect(all?.series[0]?.hostname).toBe(`${id}-1.a1.searchcloud.example`);
  for (const [one, width, buckets, seconds] of [
    [hour, "30s", 120, 30],
    [day, "30m", 48, 1800],
    [average, "1h", 168, 3600],
  ] as const) {
    const series = one?.series ?? [];
    expect([one?.resolution, series.length]).toEqual([width, 3]);
    for (const { timestamps, values: numbers } of series) {
      expect([timestamps.length, numbers.length]).toEqual([buckets, buckets]);
      expect(timestamps[0]).toMatch(/^2026-11-\d\dT\d\d:\d\d:\d\d\.000Z$/);
      expect(Date.parse(timestamps[1] ?? "") - Date.parse(timestamps[0] ?? "")).toBe(seconds * 1000);
      expect(Date.parse(timestamps.at(-1) ?? "")).toBeGreaterThan(START - 3_600_000);
    }
    expect(series.flatMap((one) => one.values)).toContain(null);
  }
  const sums = [least, average, most].map(sumOf);
  expect([...sums].sort((a, b) => a - b)).toEqual(sums);
  expect(new Set(sums).size).toBe(3);
});

const sumOf = (one: Measured | undefined) =>
  (one?.series ?? []).flatMap((each) => each.values).reduce<number>((sum, value) => sum + (value ?? 0), 0);

test("of a cluster that has no nodes yet there is nothing", async () => {
  const [id = ""] = on.emulator.seed({ clusters: [{ status: "provisioning" }] });
  const [none] = await measured(`cluster_id = "${id}"\nmetrics = ["search_latency_ms"]\nwindow = "1h"`);
  expect(none?.series).toEqual([]);
});

test("what cannot be right is refused before any request, each at its data source", async () => {
  const REFUSED: readonly (readonly [body: string, words: readonly string[]])[] = [
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
  ];
  const blocks = REFUSED.map(([body], place) =>
    data("cluster_metrics", `cluster_id = "c-1"\n${body}`, `m${place}`),
  );
  await on.write(blocks.join("\n"));
  const { output } = await on.workspace.validate({ expect: 1 });
  for (const word of REFUSED.flatMap(([, words]) => words)) expect(flat(output)).toContain(word);
  expect(on.requests()).toEqual([]);
});
