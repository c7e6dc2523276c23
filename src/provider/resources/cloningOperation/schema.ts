import { isWithinVersion } from "../../../api/versions";
import type { CloningOperationRecord } from "../../../client";
import {
  block,
  type Call,
  defineResourceSchema,
  type Planning,
  STATE_ONLY,
  t,
  type ValuesOf,
} from "../../../framework";
import {
  course,
  emailAddresses,
  fixedText,
  givenText,
  recreated,
  TIMEOUTS_BLOCK,
  text,
  timeout,
} from "../../model/attributes";
import { toInstant } from "../../model/convert";
import type { ChildPrivateState } from "../../shared/child";
import type { CloneProof } from "../../shared/cloning/proof";
import type { Service } from "../../shared/service";

const STATE_FLAG = { type: t.bool, mode: "optional", updatedBy: STATE_ONLY } as const;
const CHOSEN = { mode: "optional_computed", updatedBy: "recreate" } as const;

/** The attributes of `searchcloud_cloning_operation` (docs/design/architecture.md#types; docs/design/api-assumptions.md#clones). */
export const cloningOperationSchema = defineResourceSchema({
  id: text("Identifier of the cloning operation."),
  cluster_id: fixedText("Cluster reference ID of the cluster to clone, the source. It must be in service."),
  target_region: {
    ...givenText(
      "Region of the clone, such as `oregon`. If omitted, the service chooses. Another value replaces the clone.",
    ),
    ...CHOSEN,
  },
  search_server_version: {
    ...givenText(
      "Server version of the clone, such as `30.1`; `30` allows any `30.x`. If omitted, the service chooses. Another value replaces the clone.",
    ),
    ...CHOSEN,
    semanticallyEqual: isWithinVersion,
  },
  notification_email_addresses: recreated(
    t.set(t.string),
    "E-mail addresses that are notified of the cloning operation. Another value replaces the clone.",
    emailAddresses,
  ),
  triggers: recreated(
    t.map(t.string),
    "Any values; changing one replaces the clone. The old clone stays and is billed, unless `terminate_clone_on_destroy` is `true`.",
  ),
  wait: {
    ...STATE_FLAG,
    description:
      "Whether apply waits until the cluster is cloned and the clone is in service. The default is `true`.",
  },
  terminate_clone_on_destroy: {
    ...STATE_FLAG,
    description:
      "Whether a destroy or a replacement terminates the clone, which cannot be undone. Otherwise the clone stays and is billed. A cluster is terminated only if it is proved to be the clone: it did not exist before, and its age, version, region and name fit. The value that was applied last counts. Leave it `false` for a clone that a `searchcloud_cluster` manages. The default is `false`.",
  },
  timeouts: block(
    {
      create: timeout(
        "How long to wait until the cluster is cloned and the clone is in service, a duration. The default is `6h`.",
      ),
      delete: timeout(
        "How long a destroy that terminates the clone waits for a cloning operation that has begun, a duration. The default is `6h`.",
      ),
    },
    TIMEOUTS_BLOCK,
  ),
  ...course,
  source_region: text("Region of the source."),
  target_cluster_id: text(
    "Cluster reference ID of the clone, which is billed as a cluster of its own; null until the operation has succeeded.",
  ),
});

export type CloneValues = ValuesOf<typeof cloningOperationSchema>;
export type CloneCall = Call<CloneValues, Service, ClonePrivateState>;
export type ClonePlanning = Planning<CloneValues, Service, ClonePrivateState>;

/** The private state of a cloning operation. */
export interface ClonePrivateState extends ChildPrivateState, CloneProof {
  /** From the first read after an import until the first edit that is adopted in place. */
  readonly imported?: true;
  /** From the response to POST until the clone was seen in service, if apply waits for it. */
  readonly unfinished?: true;
}

type Requested = Pick<CloneValues, "target_region" | "search_server_version" | "target_cluster_id">;

/**
 * Returns the values of a record in the names of the resource. Requested values stay as configured, so that different wording at
 * the service does not require another clone. A known clone stays, too.
 */
export function observedClone(record: CloningOperationRecord, requested: Requested): Partial<CloneValues> {
  const { search_server_version: answered } = record;
  const { search_server_version: version } = requested;
  const fits = answered !== null && (version === null || isWithinVersion(answered, version));
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
