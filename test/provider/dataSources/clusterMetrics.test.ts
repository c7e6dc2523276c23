import type { MetricsRecord } from "../../../src/client/index";
import { seriesOf } from "../../../src/provider/dataSources/clusterMetrics";

const answer = (metrics: MetricsRecord["metrics"]): MetricsRecord => ({
  cluster_id: "c-1",
  window: "1h",
  aggregation: "avg",
  resolution: "30s",
  timestamp_unit: "epoch_milliseconds",
  metrics,
});
const node = (hostname: string | null, ...points: [number, number | null][]) => ({
  hostname,
  timestamps: points.map(([at]) => at),
  values: points.map(([, value]) => value),
});

test("one series for each metric and node: times with milliseconds, null for gaps and invalid times", () => {
  const nodes = { "1": node("n1.example", [1_700_000_000_250, 12.5], [0, null], [1e18, 1]) };
  expect(seriesOf([answer({ search_latency_ms: nodes })], ["search_latency_ms"])).toEqual([
    {
      metric: "search_latency_ms",
      node: "1",
      hostname: "n1.example",
      timestamps: ["2023-11-14T22:13:20.250Z", "1970-01-01T00:00:00.000Z", null],
      values: [12.5, null, 1],
    },
  ]);
});

test("in the requested order, then by node: 2 before 10; unrequested metrics last", () => {
  const nodes = { "10": node("ten"), "2": node("two") };
  const answers = [
    answer({ other: { "0": node(null) }, search_latency_ms: nodes }),
    answer({ pending_write_batches: nodes, empty: {} }),
  ];
  const requested = ["pending_write_batches", "system_disk_used_bytes", "search_latency_ms"];
  expect(seriesOf(answers, requested).map(({ metric, node }) => `${metric} ${node}`)).toEqual([
    "pending_write_batches 2",
    "pending_write_batches 10",
    "search_latency_ms 2",
    "search_latency_ms 10",
    "other 0",
  ]);
});
