import { isLeaving } from "../../api/enumerations";
import type { ClusterRecord } from "../../api/records";
import type { ApiError } from "../../http/error";

/**
 * A cluster as one read shows it: there; on its way out or gone (deprovisioning, terminated); or answered with 404,
 * which means that it is gone *or* that this key cannot see it.
 */
export type Observed =
  | { readonly kind: "present"; readonly cluster: ClusterRecord }
  | { readonly kind: "leaving"; readonly cluster: ClusterRecord }
  | { readonly kind: "missing"; readonly error: ApiError };

export function observed(cluster: ClusterRecord): Observed {
  return { kind: isLeaving(cluster) ? "leaving" : "present", cluster };
}
