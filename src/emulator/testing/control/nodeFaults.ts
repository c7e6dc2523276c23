import { forgetUnwritten, note } from "../../dataPlane/collections/restart";
import {
  clusterOfHost,
  type LagRequest,
  lagAt,
  lagFrom,
  nodeNamesOf,
  nodesAt,
} from "../../domain/nodes/hosts";
import type { StoredCluster } from "../../domain/store/cluster";
import { lagBody, quorumBody, resourceErrorBody, skewBody } from "../requests/seeds";
import type { TestWorld } from "../world";
import { act, onCluster, Unknown } from "./act";

/** What happens to the nodes of a cluster (docs/design/data-plane.md#emulated-nodes). */
export const NODE_FAULTS = {
  /** Takes a node down: nothing there accepts a connection, and another node leads if it did. */
  takeNodeDown: act("POST /nodes/:hostname/down", {}, (world: TestWorld, hostname: string): void => {
    clusterOfNode(world, hostname).data.down.add(hostname);
  }),
  bringNodeUp: act("POST /nodes/:hostname/up", {}, (world: TestWorld, hostname: string): void => {
    clusterOfNode(world, hostname).data.down.delete(hostname);
  }),
  /**
   * Restarts a node at once: it shows this moment as `created_at` of every collection that it has not written to a snapshot
   * (`POST /operations/snapshot`). Of those that it has, it has lost what an update could not write down. It forgets what
   * `POST /config` has set. Another node leads if it did.
   */
  restartNode: act("POST /nodes/:hostname/restart", {}, (world: TestWorld, hostname: string): void => {
    const cluster = clusterOfNode(world, hostname);
    const { data } = cluster;
    const now = world.clock.now();
    const nodes = nodesAt(cluster, now);
    const next = nodes.findIndex((one) => one.state === "up" && !one.leads);
    if (nodes.some((one) => one.leads && one.hostname === hostname) && next >= 0) data.leader = next;
    data.skipping.delete(hostname);
    note(data, hostname, { kind: "restart", at: now });
    forgetUnwritten(data, nodeNamesOf(cluster));
  }),
  /** What a node lacks (`OUT_OF_DISK`, `OUT_OF_MEMORY`): its health says so, and it refuses writes other than DELETE; null: nothing. */
  setNodeHealth: act(
    "POST /nodes/:hostname/health",
    { body: resourceErrorBody },
    (world: TestWorld, hostname: string, lacks: "OUT_OF_DISK" | "OUT_OF_MEMORY" | null): void => {
      const { resourceErrors } = clusterOfNode(world, hostname).data;
      if (lacks === null) resourceErrors.delete(hostname);
      else resourceErrors.set(hostname, lacks);
    },
  ),
  /**
   * Lets a node show from now on what the cluster has at this moment: its reads, lists, searches and exports, and the keys that open
   * it. Writes that reach it are carried out. Another node leads if it did.
   * @throws Error when no other node is up to date
   */
  lagNode: act(
    "POST /nodes/:hostname/lag",
    { body: lagBody },
    (world: TestWorld, hostname: string, request: LagRequest = {}): void => {
      const cluster = clusterOfNode(world, hostname);
      const now = world.clock.now();
      const { data } = cluster;
      const isCurrent = (name: string) => name !== hostname && lagAt(data, name, now) === null;
      if (!nodeNamesOf(cluster).some(isCurrent)) {
        throw new Error(`No other node of cluster "${cluster.id}" is up to date, so ${hostname} cannot lag.`);
      }
      data.lags.set(hostname, lagFrom(data, now, request));
    },
  ),
  /** Lets a node that lags show what the others show. */
  catchUpNode: act("POST /nodes/:hostname/catch-up", {}, (world: TestWorld, hostname: string): void => {
    clusterOfNode(world, hostname).data.lags.delete(hostname);
  }),
  /** By how many seconds the `created_at` of every collection is later at a node than at the others. */
  skewNode: act(
    "POST /nodes/:hostname/skew",
    { body: skewBody },
    (world: TestWorld, hostname: string, seconds: number): void => {
      clusterOfNode(world, hostname).data.skews.set(hostname, seconds);
    },
  ),
  /** Cuts the nodes of a cluster off from each other: they answer reads, none leads, and no write is answered until {@link regainQuorum}. */
  loseQuorum: onCluster("POST /clusters/:cluster/quorum/lose", {}, (_, { data }): void => {
    data.quorum = false;
  }),
  /**
   * Ends it. The writes that came meanwhile are carried out in their order, whether their clients still wait or not; with
   * `carry_out` false they are lost, and the connections break that still wait. Answers how many there were.
   */
  regainQuorum: onCluster(
    "POST /clusters/:cluster/quorum/regain",
    { body: quorumBody, answers: "writes" },
    (
      { holds },
      { id, data },
      { carry_out = true }: { readonly carry_out?: boolean | undefined } = {},
    ): number => {
      data.quorum = true;
      return holds.release(carry_out ? "carry out" : "give up", id);
    },
  ),
};

function clusterOfNode(world: TestWorld, hostname: string): StoredCluster {
  const found = clusterOfHost(world, hostname);
  if (found !== undefined && nodeNamesOf(found).includes(hostname)) return found;
  throw new Unknown(`No cluster in the emulator has a node "${hostname}".`);
}
