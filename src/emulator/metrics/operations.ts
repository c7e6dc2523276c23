import { METRIC_RESOLUTIONS } from "../../api/enumerations";
import { type Call, parentCluster, refuseProblems } from "../http/call";
import { readMetrics } from "../rules/metrics";
import { bucketsOf } from "./buckets";
import { seriesOf } from "./series";

/** getClusterMetrics: the asked metrics by node. A cluster without hostnames has no nodes to show. */
export function getClusterMetrics(call: Call): unknown {
  const { stored, shown } = parentCluster(call);
  const request = readMetrics(call.query);
  if ("problems" in request) {
    refuseProblems(call, 400, request.problems);
    return null;
  }
  const { names, window, aggregation } = request;
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
