import type { MetricAggregation, MetricWindow } from "../../api/enumerations";
import { MAX_METRICS_PER_REQUEST } from "../../api/limits";
import type { MetricsRecord } from "../../api/records";
import type { Call, CallOptions } from "../request/call";

/** The metrics to read. */
interface MetricsSelection {
  /** Names of metrics; case and repetitions do not matter. */
  readonly metrics: readonly string[];
  /** The time before now. */
  readonly window: MetricWindow;
  /** @default avg */
  readonly aggregation?: MetricAggregation;
}

/** The metrics of clusters (management API, Metrics). */
export function createMetrics(call: Call) {
  return {
    /**
     * Reads the metrics of a cluster, in the order of the names: one record for each five names, the limit of one request
     * (management API, Limits). Without names, sends nothing.
     */
    async metrics(
      clusterId: string,
      { metrics, ...rest }: MetricsSelection,
      options: CallOptions,
    ): Promise<readonly MetricsRecord[]> {
      const answers: MetricsRecord[] = [];
      for (const names of metricRequests(metrics)) {
        const input = { path: { cluster_id: clusterId }, query: { metrics: names, ...rest } };
        answers.push(await call("getClusterMetrics", input, options));
      }
      return answers;
    },
  };
}

/** Returns the names of each request: in lower case, without duplicates, no more than one request may have. */
export function metricRequests(names: readonly string[]): readonly (readonly string[])[] {
  const unique = [...new Set(names.map((name) => name.toLowerCase()))];
  const count = Math.ceil(unique.length / MAX_METRICS_PER_REQUEST);
  return Array.from({ length: count }, (_, at) =>
    unique.slice(at * MAX_METRICS_PER_REQUEST, (at + 1) * MAX_METRICS_PER_REQUEST),
  );
}
