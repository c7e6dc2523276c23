import type { NodeStatus } from "../../../dataPlane";
import { describeCluster } from "../../model/describe";
import { waitTimeoutIn } from "../../model/errors";
import { clientOf, nodesClientOf, nodeUrlsOf } from "../../shared/service";
import type { ClusterCall, ClusterValues } from "./schema";

/** Milliseconds between two polls, which cost the management API nothing. */
const INTERVAL_MS = 5_000;

/**
 * Waits until every node of a cluster in service is healthy, where that is configured. What is not healthy in time is a warning:
 * the cluster is there, and the operation is still running at the service.
 *
 * @param deadline milliseconds since the epoch
 */
export async function awaitHealth(
  { service, signal, warn }: ClusterCall,
  planned: ClusterValues,
  { hostnames }: Partial<ClusterValues>,
  deadline: number,
): Promise<void> {
  if (planned.health_check !== true || !hostnames) return;
  const { clock, pollInterval, wait } = clientOf(service);
  const name = describeCluster(planned);
  const startedAt = clock.now();
  // No key is sent: /health needs none.
  const target = { apiKey: "none", keyOrigin: "no key", named: `cluster ${planned.id}` };
  const nodes = (await nodesClientOf(service)).at({
    ...target,
    urls: nodeUrlsOf(service, { id: planned.id, hostnames }),
  });
  try {
    await wait({
      describe: `the nodes of cluster ${name} to be healthy`,
      poll: (signal) => nodes.each({ signal, healthOnly: true }),
      judge: (statuses) => (statuses.every(({ healthy }) => healthy) ? "done" : "pending"),
      interval: () => Math.min(pollInterval, INTERVAL_MS),
      deadline,
      signal,
    });
  } catch (error) {
    const timeout = waitTimeoutIn<readonly NodeStatus[]>(error);
    if (!timeout) throw error;
    const seen = timeout.lastAnswer ?? [];
    warn(`Cluster ${name} has nodes that are not healthy yet`, unhealthy(seen, clock.now() - startedAt));
  }
}

function unhealthy(statuses: readonly NodeStatus[], waitedMs: number): string {
  const lines = statuses
    .filter(({ healthy }) => !healthy)
    .map(({ url, resource_error, error }) => `${url}: ${resource_error ?? error ?? "not healthy"}`);
  return (
    `The cluster is in service. After ${Math.round(waitedMs / 1000)} s, these nodes did not answer 200 at /health:\n\n${lines.join("\n")}\n\n` +
    "A later apply does not wait for them again. Look at them with the data source searchcloud_nodes; if they cannot be reached from here, " +
    "turn health_check off, or set node_url of the provider."
  );
}
