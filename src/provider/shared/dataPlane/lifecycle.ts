import type { Deleted, Nodes, NodesTarget } from "../../../dataPlane";
import { type Call, GONE, type Gone } from "../../../framework";
import { failedAs, NoClusterError } from "../../model/errors";
import { uncapitalized } from "../../model/words";
import { NODES_ANSWER, refuseElsewhere, refuseImport, refuseOtherHost, reportGone } from "../child";
import { runState } from "../runState";
import { type DataPlane, loadDataPlane, type Service } from "../service";
import type { NodeValues } from "./attributes";
import { type NodePrivateState, nodePrivateStateOf, onNodes } from "./identity";
import { isKeyPlanned, isKeyRejected } from "./plannedKeys";
import { hasKnownTarget, NotServingError, resolveNodes } from "./target";
import {
  isUnreachable,
  knownUnavailable,
  MAX_AGE_MS,
  type NodeCall,
  readUnavailable,
  warnOnce,
} from "./unavailable";

/** The part of a call that a refresh needs; a type may store more than {@link NodePrivateState}. */
type NodeRefresh = Pick<
  Call<never, Service, NodePrivateState>,
  "service" | "signal" | "warn" | "privateState" | "setPrivateState"
>;

type Read<V> = (nodes: Nodes, dataPlane: DataPlane) => Promise<Partial<V> | Gone | GoneBecause>;

/** An object that is gone although its id is in use. */
class GoneBecause {
  constructor(readonly why: string) {}
}

/** Returns the result of a read for an object that is gone although its id is in use. @param why as sentences */
export function goneBecause(why: string): GoneBecause {
  return new GoneBecause(why);
}

/**
 * Refreshes an object on nodes (docs/design/data-plane.md#shared).
 *
 * @param what at the start of a sentence: `Collection "products" of cluster c-1`
 * @param read reads it from nodes, with an operation of the data plane; 404, GONE, or {@link goneBecause}, means that it is missing
 * @returns GONE if the object or its cluster is gone; nothing, so that the state stays, while its nodes are unavailable.
 */
export async function refreshOnNodes<V extends NodeValues>(
  call: NodeRefresh,
  state: V,
  what: string,
  read: Read<V>,
): Promise<Partial<V> | Gone> {
  const { cluster_id: cluster } = state;
  const purpose = `to read ${uncapitalized(what)}`;
  if (!hasKnownTarget(call.service, state) && !call.privateState?.importing) {
    warnOnce(
      call,
      "Objects on nodes could not be read",
      "An attribute of the provider block (such as data_api_key) depends on a value that is only known after apply. Collections, keys and " +
        "other objects on nodes stay in the state as they were. The next plan reads them again.",
    );
    return {};
  }
  try {
    const seen = await readFrom(call, state, purpose, read);
    if (seen === GONE || seen instanceof GoneBecause) {
      // Nodes that are being replaced or stopped may also answer 404.
      if (cluster !== null) await explainUnavailable(call, cluster, purpose);
      return reportGoneFromNodes(call, state, what, seen);
    }
    const { importing: _, ...stored } = call.privateState ?? {};
    call.setPrivateState({ ...stored, ...nodePrivateStateOf(call.service, state) });
    return seen;
  } catch (error) {
    if (!call.privateState?.importing && isKeyRejected(error) && isKeyPlanned(call.service, state)) {
      warnOnce(call, `Objects ${onNodes(state)} could not be read`, KEY_IS_PLANNED);
      return {};
    }
    if (cluster !== null && error instanceof NoClusterError)
      return reportGoneCluster(call, cluster, what, error);
    if (cluster === null || !(error instanceof NotServingError) || call.privateState?.importing) throw error;
    warnOnce(
      call,
      `Objects on cluster ${cluster} could not be read`,
      `${error.why} Its collections, keys and other objects on its nodes stay in the state as they were. A later plan reads them again.`,
    );
    return {};
  }
}

const KEY_IS_PLANNED =
  "The nodes reject the data-plane key, and this plan creates it: a new value_wo, say. Collections, aliases and other objects that are read " +
  "with it stay in the state as they were. The next plan reads them again.";

/** @throws NoClusterError, NotServingError, or the error of the nodes. */
async function readFrom<V extends NodeValues>(
  call: NodeCall,
  state: V,
  purpose: string,
  read: Read<V>,
): ReturnType<Read<V>> {
  const { cluster_id: cluster } = state;
  if (cluster === null) return readWithRetries(read, await resolveNodes(call, state, purpose));
  const known = knownUnavailable(call.service, cluster);
  if (known !== undefined) throw new NotServingError(cluster, purpose, known);
  const nodes = await resolveNodes(call, state, purpose);
  try {
    return await readOrGone(read, singleAttempt(nodes));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await explainUnavailable(call, cluster, purpose);
  }
  return readWithRetries(read, nodes);
}

/** The time of the last read that failed after all of its retries. */
const refusal = runState((_: NodesTarget) => ({ at: Number.NEGATIVE_INFINITY }));

/** Reads with retries; without, if another read has just failed after all of its retries: otherwise each object would wait for them. */
async function readWithRetries<V>(read: Read<V>, nodes: Nodes): ReturnType<Read<V>> {
  const last = refusal(nodes.target);
  const isRecent = nodes.clock.now() - last.at < MAX_AGE_MS;
  try {
    return await readOrGone(read, isRecent ? singleAttempt(nodes) : nodes);
  } catch (error) {
    if (isUnreachable(error)) last.at = nodes.clock.now();
    throw error;
  }
}

/**
 * Looks for the reason why no node of a cluster answers.
 *
 * @throws NoClusterError or NotServingError if there is one. Otherwise the nodes may answer soon.
 */
async function explainUnavailable(call: NodeCall, cluster: string, purpose: string): Promise<void> {
  const { seen, why } = await readUnavailable(call, cluster);
  if (seen.kind !== "present") throw new NoClusterError(cluster, purpose, seen);
  if (why !== undefined) throw new NotServingError(cluster, purpose, why);
}

async function readOrGone<V>(read: Read<V>, nodes: Nodes): ReturnType<Read<V>> {
  try {
    return await read(nodes, await loadDataPlane());
  } catch (error) {
    if (failedAs(error, "not_found")) return GONE;
    throw error;
  }
}

/** Returns nodes whose requests are not retried. The result is the same object for the same nodes. */
export const singleAttempt = runState(
  (nodes: Nodes): Nodes => ({
    ...nodes,
    call: (id, input, options) => nodes.call(id, input, { ...options, patienceMs: 0 }),
  }),
);

/** Reports an object that is missing, or whose id another object has now. @throws TerraformError if other nodes answered */
function reportGoneFromNodes(
  call: NodeRefresh,
  state: NodeValues,
  what: string,
  seen: Gone | GoneBecause,
): Gone {
  refuseOtherNodes(call, state, what);
  refuseImport(call, what, NODES_ANSWER);
  if (seen === GONE)
    return reportGone(call, what, "it was deleted outside of Terraform", undefined, NODES_ANSWER);
  call.warn(`${what} is gone`, `${seen.why} ${what} has been removed from the state.`);
  return GONE;
}

/** A 404 from other nodes than before proves nothing (docs/design/laws.md#l2). */
export function refuseOtherNodes(
  { service, privateState }: Pick<NodeRefresh, "service" | "privateState">,
  state: NodeValues,
  what: string,
): void {
  const isOnCluster = state.cluster_id !== null;
  if (isOnCluster) refuseOtherHost({ service, privateState }, what);
  const { nodes: now = [] } = nodePrivateStateOf(service, state);
  refuseElsewhere(what, privateState?.nodes ?? now, now, isOnCluster ? "node_url" : "node_urls");
}

/** Reports that a cluster is gone, and with it all objects on it. */
function reportGoneCluster(
  call: NodeRefresh,
  cluster: string,
  what: string,
  { status }: NoClusterError,
): Gone {
  if (status === null) refuseOtherHost(call, what);
  refuseImport(call, what);
  const seen =
    status === null
      ? "The service answers 404 for it: it was terminated, or this key cannot see it."
      : `Its status is ${status}: it was terminated, which cannot be undone.`;
  warnOnce(
    call,
    `Cluster ${cluster} is gone, with all objects on it`,
    `${seen} Its collections, keys and other objects on its nodes have been removed from the state.`,
  );
  return GONE;
}

/**
 * Deletes an object on nodes (docs/design/data-plane.md#shared). The objects of a cluster that is terminated go with it
 * (docs/design/laws.md#l11), so nothing is sent to its nodes. An object that is missing counts as deleted.
 *
 * @param what at the start of a sentence: `Collection "products" of cluster c-1`
 * @param act deletes it from nodes, with an operation of the data plane; "missing", or 404, means that it was missing
 */
export async function removeOnNodes<V extends NodeValues>(
  call: Pick<NodeRefresh, "service" | "signal" | "privateState">,
  state: V,
  what: string,
  act: (nodes: Nodes, dataPlane: DataPlane) => Promise<Deleted>,
): Promise<void> {
  const { cluster_id: cluster } = state;
  const purpose = `to delete ${uncapitalized(what)}`;
  try {
    const nodes = await resolveNodes(call, state, purpose);
    const isMissing = await act(nodes, await loadDataPlane()).then(
      (deleted) => deleted === "missing",
      async (error: unknown) => {
        // The cluster may have been terminated since it was read.
        if (cluster !== null && isUnreachable(error)) await explainUnavailable(call, cluster, purpose);
        if (!failedAs(error, "not_found")) throw error;
        return true;
      },
    );
    if (!isMissing) return;
    // A cluster that is being terminated may also answer 404.
    if (cluster !== null) await explainUnavailable(call, cluster, purpose);
    refuseOtherNodes(call, state, what);
  } catch (error) {
    if (!(error instanceof NoClusterError)) throw error;
    if (error.status === null) refuseOtherHost(call, what);
  }
}
