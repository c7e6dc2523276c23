import * as z from "zod";
import {
  METRIC_AGGREGATIONS,
  METRIC_NAMES,
  METRIC_RESOLUTIONS,
  type MetricName,
  type MetricWindow,
} from "../../../api/enumerations";
import { MAX_METRICS_PER_REQUEST, MIN_METRICS_PER_REQUEST } from "../../../api/limits";
import { type Call, readQuery } from "../calls/call";
import { parentCluster } from "../clusters/answer";
import { spread } from "../derived";
import { oneOf } from "../rules/fields";
import type { StoredCluster } from "../store/cluster";

const metricName = z.enum(METRIC_NAMES, {
  error: ({ input }) => `must not name ${JSON.stringify(input)}; there are ${METRIC_NAMES.join(", ")}`,
});
const COUNT = `must name ${MIN_METRICS_PER_REQUEST} to ${MAX_METRICS_PER_REQUEST} metrics`;

/** The query of getClusterMetrics (management API, Query parameters). Names are lowercased and deduplicated. */
const METRICS_QUERY = z.object({
  metrics: z
    .string()
    .transform((value) => [...new Set(value.toLowerCase().split(","))])
    .pipe(
      z.array(metricName).max(MAX_METRICS_PER_REQUEST, {
        error: ({ input }) => `${COUNT}, not ${(input as string[]).length}`,
      }),
    ),
  window: oneOf(Object.keys(METRIC_RESOLUTIONS) as (keyof typeof METRIC_RESOLUTIONS)[]),
  aggregation: oneOf(METRIC_AGGREGATIONS).default("avg"),
});

/** getClusterMetrics: the requested metrics by node. A cluster without hostnames has no nodes to show. */
export function getClusterMetrics(call: Call): unknown {
  const { stored, shown } = parentCluster(call);
  const { metrics: names, window, aggregation } = readQuery(call, METRICS_QUERY);
  const nodes = shown.hostnames?.nodes ?? [];
  const timestamps = timestampsOf(window, call.now);
  const byNode = (name: string) =>
    nodes.map((node, index) => [String(index), seriesOf(stored, node, { name, aggregation }, timestamps)]);
  return {
    cluster_id: stored.id,
    window,
    aggregation,
    resolution: METRIC_RESOLUTIONS[window],
    timestamp_unit: "epoch_milliseconds",
    metrics: Object.fromEntries(names.map((name) => [name, Object.fromEntries(byNode(name))])),
  };
}

type Aggregation = (typeof METRIC_AGGREGATIONS)[number];

/** The range of a metric's values. With `memory`, they are shares of the node's memory. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly of?: "memory";
  readonly whole?: true;
}

const TOTAL_DISK = 5;
const RANGES: Readonly<Record<string, Range>> = {
  system_memory_used_bytes: { low: 0.35, high: 0.9, of: "memory", whole: true },
  system_memory_total_bytes: { low: 1, high: 1, of: "memory", whole: true },
  typesense_memory_active_bytes: { low: 0.2, high: 0.7, of: "memory", whole: true },
  system_swap_used_bytes: { low: 0, high: 0.1, of: "memory", whole: true },
  system_swap_total_bytes: { low: 0.5, high: 0.5, of: "memory", whole: true },
  system_cpu_active_percentage: { low: 1, high: 99 },
  search_latency_ms: { low: 1, high: 60 },
  search_requests_per_second: { low: 0, high: 200 },
  system_network_received_bytes_rate: { low: 1_000, high: 5_000_000 },
  system_network_sent_bytes_rate: { low: 1_000, high: 9_000_000 },
  system_disk_used_bytes: { low: 0.5, high: 0.8 * TOTAL_DISK, of: "memory", whole: true },
  system_disk_total_bytes: { low: TOTAL_DISK, high: TOTAL_DISK, of: "memory", whole: true },
  pending_write_batches: { low: 0, high: 30, whole: true },
} satisfies Partial<Record<MetricName, Range>>;

/** Position of an aggregation between the low end (0) and the high end (1), given that of the average. */
const SHARES: Readonly<Record<Aggregation, (average: number) => number>> = {
  min: (average) => average * 0.5,
  avg: (average) => average,
  p95: (average) => average + (1 - average) * 0.6,
  max: (average) => average + (1 - average) * 0.9,
};

const GIGABYTE = 2 ** 30;
/** One of this many values is missing. Coprime to every bucket width, so every window has gaps. */
const GAP = 37;
const NARROWEST = 30_000;

/**
 * Returns the values of a metric on one node (management API, MetricSeries). The same times always give the same
 * values. Null before service, and in gaps.
 */
export function seriesOf(
  cluster: StoredCluster,
  hostname: string,
  { name, aggregation }: { readonly name: string; readonly aggregation: Aggregation },
  timestamps: readonly number[],
) {
  const { low, high, of, whole } = RANGES[name] ?? { low: 0, high: 0 };
  const scale = of === "memory" ? Number.parseFloat(cluster.memory) * GIGABYTE : 1;
  const offset = spread(hostname, GAP);
  const values = timestamps.map((moment) => {
    const place = `${hostname} ${name} ${moment}`;
    if (moment < cluster.inServiceAt || (moment / NARROWEST + offset) % GAP === 0) return null;
    const average = (200 + spread(place, 500)) / 1_000;
    const value = (low + (high - low) * SHARES[aggregation](average)) * scale;
    return whole === true ? Math.round(value) : Math.round(value * 100) / 100;
  });
  return { hostname, timestamps: [...timestamps], values };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WIDTHS = { "30s": MINUTE / 2, "30m": 30 * MINUTE, "1h": HOUR } as const;
const LENGTHS: Readonly<Record<MetricWindow, number>> = {
  "1h": HOUR,
  "3h": 3 * HOUR,
  "24h": 24 * HOUR,
  "7d": 7 * 24 * HOUR,
  "30d": 30 * 24 * HOUR,
};

/** Returns the times (epoch milliseconds) of a window that ends at `now`: one per bucket, on whole buckets. */
export function timestampsOf(window: MetricWindow, now: number): number[] {
  const width = WIDTHS[METRIC_RESOLUTIONS[window]];
  const last = Math.floor(now / width) * width;
  const count = LENGTHS[window] / width;
  return Array.from({ length: count }, (_, place) => last - (count - 1 - place) * width);
}
