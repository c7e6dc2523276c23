import type { Assumptions } from "../assumptions";
import { answerWorkflow, type WorkflowAnswer } from "../workflows/answer";
import type { StoredClone } from "./record";

/** A clone as the API answers it (docs/design/api-assumptions.md#clones). */
export interface CloneAnswer extends WorkflowAnswer {
  source_region: string;
  target_region: string | null;
  search_server_version: string | null;
  /** Null until it has succeeded. */
  target_cluster_reference_id: string | null;
}

/** The clone as a GET answers it at `now`. */
export function answerClone(clone: StoredClone, now: number, assumptions: Assumptions): CloneAnswer {
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
