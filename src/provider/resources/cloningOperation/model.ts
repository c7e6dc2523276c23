import { withinVersion } from "../../../api/comparison";
import type { CloningOperationRecord } from "../../../client";
import { toInstant } from "../../model/convert";
import type { CloneValues } from "./schema";

type Requested = Pick<CloneValues, "target_region" | "search_server_version" | "target_cluster_id">;

/**
 * What a record says of a cloning operation, in the names of the resource. The requested values stay as configured: a
 * service that words it otherwise must not make another clone. So does the clone once it is known.
 */
export function observedClone(record: CloningOperationRecord, requested: Requested): Partial<CloneValues> {
  const { search_server_version: answered } = record;
  const { search_server_version: version } = requested;
  const fits = answered !== null && (version === null || withinVersion(answered, version));
  return {
    id: record.id,
    status: record.status,
    source_region: record.source_region,
    target_region: requested.target_region ?? record.target_region,
    search_server_version: fits ? answered : version,
    target_cluster_id: requested.target_cluster_id ?? record.target_cluster_reference_id,
    created_at: toInstant(record.created_at),
    completed_at: toInstant(record.completed_at),
  };
}
