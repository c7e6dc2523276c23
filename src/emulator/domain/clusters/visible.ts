import { sees } from "../access";
import type { Call } from "../calls/call";
import { Refusal } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import { answerCluster, type ClusterAnswer } from "./answer";
import { isLeaving } from "./life";

/** A cluster as stored, and as it reads now. */
export interface VisibleCluster {
  readonly stored: StoredCluster;
  readonly shown: ClusterAnswer;
}

/** The addressed cluster. @throws Refusal 404 when it is gone or the key does not see it. */
export function visibleCluster(call: Call, id: string | undefined): VisibleCluster {
  const stored = id === undefined ? undefined : call.world.store.get(id);
  const shown =
    stored && sees(call.key, stored.id) ? answerCluster(stored, call.now, call.world.assumptions) : null;
  if (stored === undefined || shown === null) throw new Refusal(404, `Cluster ${id} not found`);
  return { stored, shown };
}

/** The same for the operations below a cluster, which may be gone before it. @throws Refusal 404 */
export function parentCluster(call: Call): VisibleCluster {
  const found = visibleCluster(call, call.params.cluster_id);
  if (call.world.assumptions.children_of_leaving === "404" && isLeaving(found.shown.status)) {
    throw new Refusal(404, `Cluster ${found.stored.id} not found`);
  }
  return found;
}
