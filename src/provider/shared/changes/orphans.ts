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

/**
 * The change that an earlier apply may have left: a killed one records nothing of what it has requested. What is in flight,
 * is just what is wanted, and is managed by no resource as far as this run knows, may be that; to request it again would do
 * it twice (docs/design/laws.md#l1).
 */
export function orphanedChange(
  client: Client,
  clusterId: string,
  changes: Changes,
  { settings, schedule }: { readonly settings: NewSettings; readonly schedule: Schedule },
): ConfigurationChangeRecord | undefined {
  return changes.find((change) => {
    const { id, status, perform_change_at: due } = change;
    // A moment that the configuration names tells a change from others even when it is over.
    const counts = isInFlight(change) || (schedule.kind === "at" && status === "succeeded");
    return (
      counts &&
      due !== null &&
      keepsTo(schedule, due, timingOf(client)) &&
      canBeChange({ ...settings, perform_change_at: due }, change) &&
      // A restart alters nothing; the service may fill in what stays as it is (docs/design/api-assumptions.md#changes).
      (!isEmptyChange(settings) || Object.values(requestedIn(change)).every((value) => value === null)) &&
      !isManaged(client, clusterId, id)
    );
  });
}

/** Whether a cloning operation is just what is wanted, and managed by no resource as far as this run knows. */
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

/** To request what is in flight already would change the cluster, or bill a clone, twice. */
export function existsAlreadyError(clusterId: string, { workflow, record }: InFlight): TerraformError {
  const { type, exists, harm } = workflow;
  return new TerraformError(
    `Cluster ${clusterId} ${exists} ${record.id}`,
    `${workflow.describe(record)}. It is exactly what this resource requests, so an apply that was cut off may have requested it; ` +
      `${harm}. Take it over with an import block, and apply again:\n\n${importBlock(type, `${clusterId}/${record.id}`)}\n\n` +
      "If another resource or another person has requested it, apply again when it has ended.",
  );
}
