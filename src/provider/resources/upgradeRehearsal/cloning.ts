import type { Cloning } from "../../shared/cloning/identity";
import type { RehearsalValues } from "./schema";

/** What to do when the clone of a rehearsal whose operation names another cluster is found, as a sentence. */
export const INSTEAD = "Then remove the rehearsal from the state.";

/** A rehearsal, as the cloning operation that it has requested. */
export function cloningOf(state: RehearsalValues): Cloning {
  const { id, cluster_id, clone_cluster_id: clone, target_region, search_server_version, started_at } = state;
  return {
    id,
    cluster_id,
    status: clone === null ? "in_progress" : "succeeded",
    target_cluster_id: clone,
    target_region,
    search_server_version,
    created_at: started_at,
  };
}
