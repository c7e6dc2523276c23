import { canBeChange, canBeClone } from "../../../api/comparison";
import type { NewSettings } from "../../../api/requests";
import type {
  Client,
  CloningOperationRecord,
  ConfigurationChangeRecord,
  CreateCloningOperationBody,
} from "../../../client";
import { TerraformError } from "../../../framework";
import { isEmptyChange, requestedIn } from "../../model/sizing";
import { importBlock } from "../../model/words";
import { keepsTo, type Schedule, timingOf } from "../schedule/moment";
import { type InFlight, isInFlight } from "./inFlight";
import { isManaged } from "./managedIds";
import type { Changes } from "./observe";

/** A change that somebody wants. */
interface WantedChange {
  readonly settings: NewSettings;
  readonly schedule: Schedule;
}

/** True if a change equals the request, and is in flight. */
export function isEqualChange(
  client: Client,
  change: ConfigurationChangeRecord,
  { settings, schedule }: WantedChange,
): boolean {
  const { status, perform_change_at: due } = change;
  // A configured moment identifies a change even after its end.
  const counts = isInFlight(change) || (schedule.kind === "at" && status === "succeeded");
  return (
    counts &&
    due !== null &&
    keepsTo(schedule, due, timingOf(client)) &&
    canBeChange({ ...settings, perform_change_at: due }, change) &&
    // A restart alters nothing; the service may fill in unchanged settings (docs/design/api-assumptions.md#changes).
    (!isEmptyChange(settings) || Object.values(requestedIn(change)).every((value) => value === null))
  );
}

/**
 * Returns a change that an earlier apply may have requested without recording it, because it was killed: it is in flight, equals the
 * request, and no resource that this run knows manages it. A second request would do it twice (docs/design/laws.md#l1).
 */
export function orphanedChange(
  client: Client,
  clusterId: string,
  changes: Changes,
  wanted: WantedChange,
): ConfigurationChangeRecord | undefined {
  return changes.find(
    (change) => isEqualChange(client, change, wanted) && !isManaged(client, clusterId, change.id),
  );
}

/** True if a cloning operation equals the request, and no resource that this run knows manages it. */
export function isOrphanedClone(
  client: Client,
  source: string,
  record: CloningOperationRecord,
  body: CreateCloningOperationBody,
): boolean {
  const { target_region: to, source_region: from } = record;
  const stays = body.target_region !== undefined || to === null || from === null || to === from;
  return stays && canBeClone(body, record) && !isManaged(client, source, record.id);
}

/** Builds the error for a request that is already in flight: another one would change the cluster, or bill a clone, twice. */
export function existsAlreadyError(clusterId: string, { workflow, record }: InFlight): TerraformError {
  const { type, exists, harm } = workflow;
  return new TerraformError(
    `Cluster ${clusterId} ${exists} ${record.id}`,
    `${workflow.describe(record)}. It is exactly what this resource requests, so an interrupted apply may have requested it; ` +
      `${harm}. Import it with this block, and apply again:\n\n${importBlock(type, `${clusterId}/${record.id}`)}\n\n` +
      "If another resource or another person has requested it, apply again when it has ended.",
  );
}
