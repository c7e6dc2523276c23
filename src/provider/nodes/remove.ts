import type { Nodes } from "../../nodes";
import { failedAs, NoCluster } from "../api/errors";
import { uncapitalized } from "../api/words";
import { refuseOtherHost } from "../child";
import type { NodeValues } from "./attributes";
import { explainRest, type NodeRefresh, refuseOtherNodes } from "./refresh";
import { isUnreachable } from "./resting";
import { nodesOf } from "./target";

/**
 * The delete of what is on nodes (docs/design/data-plane.md#shared). What belongs to a cluster that is gone or going away goes
 * with it (docs/design/laws.md#l11), so that nothing is sent to a node; what is not there is deleted already.
 *
 * @param what with a capital: `Collection "products" of cluster c-1`
 * @param act deletes it from nodes; 404 means that it is not there
 */
export async function removeOnNodes<V extends NodeValues>(
  call: Pick<NodeRefresh, "service" | "signal" | "privateState">,
  state: V,
  what: string,
  act: (nodes: Nodes) => Promise<unknown>,
): Promise<void> {
  const { cluster_id: cluster } = state;
  const purpose = `to delete ${uncapitalized(what)}`;
  try {
    const nodes = await nodesOf(call, state, purpose);
    await act(nodes).catch(async (error: unknown) => {
      // The nodes may have gone since the cluster was read, and what is gone may answer 404.
      const isOpen = isUnreachable(error) || failedAs(error, "not_found");
      if (cluster !== null && isOpen) await explainRest(call, cluster, purpose);
      throw error;
    });
  } catch (error) {
    if (failedAs(error, "not_found")) refuseOtherNodes(call, state, what);
    else if (!(error instanceof NoCluster)) throw error;
    else if (error.status === null) refuseOtherHost(call, what);
  }
}
