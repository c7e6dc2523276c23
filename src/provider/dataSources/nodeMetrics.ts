import type { OpenNodeRecord, Snapshots } from "../../dataPlane";
import { define } from "../../framework";
import { counts, text } from "../model/attributes";
import { nodeAttributes, nodeValidators, onNodes, resolveNodes } from "../shared/dataPlane";
import { type DataPlane, loadDataPlane, type Service } from "../shared/service";
import { listed } from "./listing";
import { numbersOf } from "./openRecords";

/** `data.searchcloud_node_metrics`: the current metrics of each node, by its own account. */
export const nodeMetricsData = define<Service>().dataSource({
  name: "node_metrics",
  description:
    "The current metrics and request statistics of each node, as the nodes themselves report them; they change with every read. A node that does not " +
    "answer is no error while another one does. The data-plane key needs the actions `metrics.json:list` and `stats.json:list`.",
  schema: {
    ...nodeAttributes,
    nodes: listed("The nodes, in the order of the cluster's hostnames or of `node_urls`.", {
      url: text("URL of the node."),
      metrics: counts(
        "Numbers of `GET /metrics.json` by the server's names, such as `system_memory_used_bytes` (bytes) and `system_cpu_active_percentage` " +
          "(percent); null if the node did not answer.",
      ),
      stats: counts(
        "Numbers of `GET /stats.json` over the last ten seconds by the server's names, such as `search_latency_ms` (milliseconds), " +
          "`total_requests_per_second` and `pending_write_batches`; null if the node did not answer.",
      ),
      requests_per_second: counts(
        "Number of requests per second by method and path; null if the node did not answer.",
      ),
      latency_ms: counts(
        "Average latency in milliseconds by method and path; null if the node did not answer.",
      ),
      error: text("Why the node did not answer, or null."),
    }),
  },
  validators: nodeValidators,
  read: async (call, values) => {
    const nodes = await resolveNodes(call, values, `to read the metrics of the nodes ${onNodes(values)}`);
    const dataPlane = await loadDataPlane();
    const [metrics, stats] = await Promise.all([
      nodes.everywhere("getMetrics", {}, call),
      nodes.everywhere("getStats", {}, call),
    ]);
    return nodeMetricsValues(nodes.target.urls, { metrics, stats }, dataPlane);
  },
});

/** The answers of all nodes. */
interface NodeAnswers {
  readonly metrics: Snapshots<OpenNodeRecord>;
  readonly stats: Snapshots<OpenNodeRecord>;
}

/** Converts the answers of nodes to the values of the data source. */
function nodeMetricsValues(
  urls: readonly string[],
  { metrics, stats }: NodeAnswers,
  { summarizeEnd }: Pick<DataPlane, "summarizeEnd">,
) {
  return {
    nodes: urls.map((url) => {
      const answerOf = ({ seen }: Snapshots<OpenNodeRecord>) =>
        seen.find((one) => one.url === url)?.value ?? null;
      const failure = [...metrics.unseen, ...stats.unseen].find(({ attempt }) => attempt.baseUrl === url);
      const { requests_per_second: requests, latency_ms: latencies, ...others } = answerOf(stats) ?? {};
      return {
        url,
        metrics: numbersOf(answerOf(metrics)),
        stats: numbersOf(answerOf(stats) && others),
        requests_per_second: numbersOf(requests),
        latency_ms: numbersOf(latencies),
        error: failure ? summarizeEnd(failure.attempt, failure.failed) : null,
      };
    }),
  };
}
