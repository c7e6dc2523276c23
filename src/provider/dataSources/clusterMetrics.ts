import { METRIC_AGGREGATIONS, METRIC_NAMES, METRIC_RESOLUTIONS } from "../../api/enumerations";
import type { MetricAggregation, MetricsRecord, MetricWindow } from "../../client";
import { checks, define, defineSchema, t } from "../../framework";
import { text } from "../model/attributes";
import { byWords } from "../model/words";
import { clientOf, type Service } from "../shared/service";
import { clusterId, listed } from "./listing";

const WINDOWS = Object.keys(METRIC_RESOLUTIONS);
const quoted = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(", ");

const schema = defineSchema({
  cluster_id: clusterId,
  metrics: {
    type: t.list(t.string),
    mode: "required",
    description: `Metrics to read, one or more of ${quoted(METRIC_NAMES)}. One request reads up to five.`,
    validators: [checks.notEmpty(), checks.each(checks.oneOf(...METRIC_NAMES))],
  },
  window: {
    type: t.string,
    mode: "required",
    description: `Time span up to now: ${quoted(WINDOWS)}.`,
    validators: [checks.oneOf(...WINDOWS)],
  },
  aggregation: {
    type: t.string,
    mode: "optional",
    description: `How the values of one bucket are combined: ${quoted(METRIC_AGGREGATIONS)}. The default is \`avg\`.`,
    validators: [checks.oneOf(...METRIC_AGGREGATIONS)],
  },
  resolution: text(
    "Width of one bucket: `30s` for the windows 1h and 3h, `30m` for 24h, `1h` for 7d and 30d.",
  ),
  series: listed("One series for each metric and node, in the order of `metrics`, then by node.", {
    metric: text(
      "Name of the metric. A name that ends in bytes, rate, ms, percentage or per_second states the unit.",
    ),
    node: text("Index of the node, digits only."),
    hostname: text("Hostname of the node."),
    timestamps: {
      type: t.list<string | null>(t.string),
      mode: "computed",
      description: "Time of each bucket (RFC 3339, with milliseconds), in the order of `values`.",
    },
    values: {
      type: t.list<number | null>(t.number),
      mode: "computed",
      description: "Value of each bucket, in the unit of the metric; null where nothing was measured.",
    },
  }),
});

/** `data.searchcloud_cluster_metrics`: metrics of the nodes of a cluster, new ones at every read. */
export const clusterMetricsData = define<Service>().dataSource({
  name: "cluster_metrics",
  description: "Metrics of the nodes of a cluster up to now. The key needs the capability metrics:read.",
  schema,
  read: async ({ service, signal }, { cluster_id, metrics, window, aggregation }) => {
    const query = {
      metrics,
      // The validators above allow nothing else.
      window: window as MetricWindow,
      ...(aggregation !== null && { aggregation: aggregation as MetricAggregation }),
    };
    const answers = await clientOf(service).metrics(cluster_id, query, { signal });
    const resolution = answers.map((answer) => answer.resolution).find((width) => width !== null);
    return { resolution: resolution ?? null, series: seriesOf(answers, metrics) };
  },
});

/** Returns the series of all responses, in the order of the requested metrics, then by node. */
export function seriesOf(answers: readonly MetricsRecord[], requested: readonly string[]) {
  const found = answers.flatMap(({ metrics }) => Object.entries(metrics));
  const place = (metric: string) => {
    const index = requested.indexOf(metric);
    return index < 0 ? requested.length : index;
  };
  return found
    .sort(([a], [b]) => place(a) - place(b) || byWords(a, b))
    .flatMap(([metric, nodes]) =>
      Object.entries(nodes)
        .sort(([a], [b]) => byWords(a, b))
        .map(([node, { hostname, timestamps, values }]) => ({
          metric,
          node,
          hostname,
          timestamps: timestamps.map(timestampOf),
          values,
        })),
    );
}

/** Formats a time as RFC 3339 with milliseconds; null for a number that is no time. */
function timestampOf(milliseconds: number): string | null {
  const moment = new Date(milliseconds);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
