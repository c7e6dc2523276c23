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

test("one series for each metric and node, moments with milliseconds, gaps as null", () => {
  const answers = [
    answer({
      search_latency_ms: { "1": node("n1.example", [1_700_000_000_250, 12.5], [1_700_000_030_250, null]) },
    }),
  ];
  expect(seriesOf(answers, ["search_latency_ms"])).toEqual([
    {
      metric: "search_latency_ms",
      node: "1",
      hostname: "n1.example",
      timestamps: ["2023-11-14T22:13:20.250Z", "2023-11-14T22:13:50.250Z"],
      values: [12.5, null],
    },
  ]);
});

test("in the order asked for, then by node: 2 before 10; what nobody asked for last", () => {
  const nodes = { "10": node("ten"), "2": node("two") };
  const answers = [
    answer({ unasked: { "0": node(null) }, search_latency_ms: nodes }),
    answer({ pending_write_batches: nodes }),
  ];
  const asked = ["pending_write_batches", "system_disk_used_bytes", "search_latency_ms"];
  expect(seriesOf(answers, asked).map(({ metric, node }) => `${metric} ${node}`)).toEqual([
    "pending_write_batches 2",
    "pending_write_batches 10",
    "search_latency_ms 2",
    "search_latency_ms 10",
    "unasked 0",
  ]);
});

test("a moment beyond all time is null, and costs no other", () => {
  const answers = [answer({ m: { "0": node(null, [1e18, 1], [0, 2]) } })];
  expect(seriesOf(answers, ["m"])[0]?.timestamps).toEqual([null, "1970-01-01T00:00:00.000Z"]);
});

test.each([[[]], [[answer({})]], [[answer({ m: {} })]]])(
  "nothing measured is an empty list: %j",
  (answers) => {
    expect(seriesOf(answers, ["m"])).toEqual([]);
  },
);
