import values from "../../contract/documents/values.json";
import { eachScene, flat, START } from "../support";
import { data, outputs } from "./kit";

const on = eachScene({ assumptions: { provisioning_seconds: 36_000 } });

interface Measured {
  readonly resolution: string;
  readonly series: readonly {
    readonly metric: string;
    readonly node: string;
    readonly hostname: string;
    readonly timestamps: readonly string[];
    readonly values: readonly (number | null)[];
  }[];
}

const NAMES: readonly string[] = values.MetricName.split(", ");

test("every metric of every node, five names a request, in the configured order; each window has its buckets; the aggregation is passed on; nothing of a cluster without nodes", async () => {
  const [id = "", starting = ""] = on.emulator.seed({
    clusters: [
      { high_availability: "yes", region_node_counts: { oregon: 3 }, provisioned_at: 1_700_000_000 },
      { status: "provisioning" },
    ],
  });
  const names = [...NAMES].reverse();
  const latency = (body: string, cluster = id) =>
    `cluster_id = "${cluster}"\nmetrics = ["search_latency_ms"]\n${body}`;
  const bodies = [
    `cluster_id = "${id}"\nmetrics = ${JSON.stringify([...names, NAMES[0]])}\nwindow = "3h"`,
    latency('window = "1h"'),
    latency('window = "24h"'),
    latency('window = "7d"\naggregation = "min"'),
    latency('window = "7d"'),
    latency('window = "7d"\naggregation = "max"'),
    latency('window = "1h"', starting),
  ];
  const shown = await outputs(on, ...bodies.map((body, place) => data("cluster_metrics", body, `m${place}`)));
  const [all, hour, day, least, average, most, none] = bodies.map(
    (_, place) => shown[`m${place}`] as unknown as Measured,
  );
  expect(all?.resolution).toBe("30s");
  expect(all?.series.map(({ metric, node }) => [metric, node])).toEqual(
    names.flatMap((metric) => ["0", "1", "2"].map((node) => [metric, node])),
  );
  expect(all?.series[0]?.hostname).toBe(`${id}-1.a1.searchcloud.example`);
  expect(none?.series).toEqual([]);
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
    expect(series.flatMap((each) => each.values)).toContain(null);
  }
  const [min = 0, avg = 0, max = 0] = [least, average, most].map((one) =>
    (one?.series ?? []).flatMap((each) => each.values).reduce<number>((sum, value) => sum + (value ?? 0), 0),
  );
  expect(min).toBeLessThan(avg);
  expect(avg).toBeLessThan(max);
});

test("invalid values are rejected before any request, each at its data source", async () => {
  const wrong = data(
    "cluster_metrics",
    'cluster_id = "c-1"\nmetrics = ["search_latency"]\nwindow = "2h"\naggregation = "sum"',
    "wrong",
  );
  const empty = data("cluster_metrics", 'cluster_id = "c-1"\nmetrics = []\nwindow = "1h"', "empty");
  await on.write(`${wrong}\n${empty}`);
  const said = flat((await on.workspace.validate({ expect: 1 })).output);
  for (const words of [
    "search_latency_ms",
    'not "search_latency"',
    '"1h", "3h", "24h", "7d", "30d", not "2h"',
    '"avg", "max", "min", "p95", not "sum"',
    "metrics must not be empty",
  ])
    expect(said).toContain(words);
  expect(on.requests()).toEqual([]);
});
