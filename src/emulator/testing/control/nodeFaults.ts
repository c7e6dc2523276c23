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
import { act, onCluster, UnknownIdError } from "./act";

/** Faults of a cluster's nodes (docs/design/data-plane.md#emulated-nodes). */
export const NODE_FAULTS = {
  /** Takes a node down: it accepts no connections, and another node leads if it did. */
  takeNodeDown: act("POST /nodes/:hostname/down", {}, (world: TestWorld, hostname: string): void => {
    clusterOfNode(world, hostname).data.down.add(hostname);
  }),
  bringNodeUp: act("POST /nodes/:hostname/up", {}, (world: TestWorld, hostname: string): void => {
    clusterOfNode(world, hostname).data.down.delete(hostname);
  }),
  /**
   * Restarts a node at once. It shows this time as `created_at` of every collection that is not in its snapshot
   * (`POST /operations/snapshot`). Collections in its snapshot lose what an update could not write. Settings of
   * `POST /config` are reset. Another node leads if it did.
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
  /**
   * Sets the missing resource of a node (`OUT_OF_DISK`, `OUT_OF_MEMORY`): its health reports it, and it rejects
   * writes except DELETE. Null: nothing is missing.
   */
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
   * Freezes a node at the current data: its reads, lists, searches, exports and keys. Writes to it are still
   * carried out. Another node leads if it did.
   * @throws Error if no other node is up to date
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
  /** Ends the lag of a node. */
  catchUpNode: act("POST /nodes/:hostname/catch-up", {}, (world: TestWorld, hostname: string): void => {
    clusterOfNode(world, hostname).data.lags.delete(hostname);
  }),
  /** Sets the seconds by which `created_at` of every collection is later on a node than on the others. */
  skewNode: act(
    "POST /nodes/:hostname/skew",
    { body: skewBody },
    (world: TestWorld, hostname: string, seconds: number): void => {
      clusterOfNode(world, hostname).data.skews.set(hostname, seconds);
    },
  ),
  /** Disconnects the nodes of a cluster: they answer reads, none leads, and no write is answered until {@link regainQuorum}. */
  loseQuorum: onCluster("POST /clusters/:cluster/quorum/lose", {}, (_, { data }): void => {
    data.quorum = false;
  }),
  /**
   * Reconnects the nodes. Pending writes are carried out in order, even if their clients are gone. With `carry_out`
   * false they are dropped, and their connections are broken. Returns the number of writes.
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
  throw new UnknownIdError(`No cluster in the emulator has a node "${hostname}".`);
}
