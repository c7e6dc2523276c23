import { METRIC_RESOLUTIONS } from "../../../api/enumerations";
import type { Call } from "../calls/call";
import { readQuery } from "../calls/listing";
import { parentCluster } from "../clusters/visible";
import { METRICS_QUERY } from "../rules/query";
import { bucketsOf, seriesOf } from "./series";

/** getClusterMetrics: the requested metrics by node. A cluster without hostnames has no nodes to show. */
export function getClusterMetrics(call: Call): unknown {
  const { stored, shown } = parentCluster(call);
  const { metrics: names, window, aggregation } = readQuery(call, METRICS_QUERY);
  const nodes = shown.hostnames?.nodes ?? [];
  const timestamps = bucketsOf(window, call.now);
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
