import type { Deleted, Nodes } from "../../../dataPlane";
import { failedAs, NoCluster } from "../../model/errors";
import { uncapitalized } from "../../model/words";
import { refuseOtherHost } from "../child";
import { type DataPlane, loadDataPlane } from "../service";
import type { NodeValues } from "./attributes";
import { explainRest, type NodeRefresh, refuseOtherNodes } from "./refresh";
import { isUnreachable } from "./resting";
import { nodesOf } from "./target";

/**
 * The delete of what is on nodes (docs/design/data-plane.md#shared). What belongs to a cluster that is gone or going away goes
 * with it (docs/design/laws.md#l11), so that nothing is sent to a node; what is not there is deleted already.
 *
 * @param what with a capital: `Collection "products" of cluster c-1`
 * @param act deletes it from nodes, with an operation of the data plane; "missing", or 404, means that it is not there
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
    const nodes = await nodesOf(call, state, purpose);
    const isMissing = await act(nodes, await loadDataPlane()).then(
      (deleted) => deleted === "missing",
      async (error: unknown) => {
        // The nodes may have gone since the cluster was read.
        if (cluster !== null && isUnreachable(error)) await explainRest(call, cluster, purpose);
        if (!failedAs(error, "not_found")) throw error;
        return true;
      },
    );
    if (!isMissing) return;
    // What is gone may answer 404, too.
    if (cluster !== null) await explainRest(call, cluster, purpose);
    refuseOtherNodes(call, state, what);
  } catch (error) {
    if (!(error instanceof NoCluster)) throw error;
    if (error.status === null) refuseOtherHost(call, what);
  }
}
