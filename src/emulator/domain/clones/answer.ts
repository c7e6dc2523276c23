import type { Assumptions } from "../assumptions";
import type { StoredClone } from "../store/clone";
import { answerWorkflow } from "../workflows/answer";

/** The clone as a GET answers it at `now` (docs/design/api-assumptions.md#clones). */
export function answerClone(clone: StoredClone, now: number, assumptions: Assumptions) {
  const workflow = answerWorkflow(clone, now, assumptions);
  const { requested, copy } = clone;
  const filled = assumptions.clone_unrequested_fields === "filled";
  return {
    ...workflow,
    source_region: clone.source_region,
    target_region: requested.target_region ?? (filled ? clone.target_region : null),
    search_server_version: requested.search_server_version ?? (filled ? copy.search_server_version : null),
    target_cluster_reference_id: workflow.status === "succeeded" ? clone.target : null,
  };
}
