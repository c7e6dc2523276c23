import { answersChange, answersClone } from "../../api/comparison";
import type {
  Client,
  CloningOperationRecord,
  ConfigurationChangeRecord,
  CreateCloningOperationBody,
} from "../../client";
import { TerraformError } from "../../framework";
import { describeChange, describeClone } from "../api/describe";
import { isNothing, type NewSettings, SIZING_NAMES, sameSetting } from "../api/sizing";
import { keepsTo, leadOf, type Schedule } from "../schedule/moment";
import { isInFlight } from "./inFlight";
import { isManaged } from "./managedIds";

/** The change that a create is about to ask for. */
export interface WantedChange {
  readonly settings: NewSettings;
  readonly schedule: Schedule;
}

/**
 * The change that an earlier apply may have left: a killed one records nothing of what it has asked for. What is on its way,
 * is just what is wanted, and is no resource's as far as this run knows, may be that; to ask again would do it twice
 * (docs/design/laws.md#l1).
 */
export function orphanedChange(
  client: Client,
  clusterId: string,
  changes: readonly ConfigurationChangeRecord[],
  wanted: WantedChange,
): ConfigurationChangeRecord | undefined {
  const { settings, schedule } = wanted;
  return changes.find((change) => {
    const { id, status, perform_change_at: due } = change;
    // A moment that the configuration names tells a change from others even when it is over.
    const counts = isInFlight(change) || (schedule.kind === "at" && status === "succeeded");
    return (
      counts &&
      due !== null &&
      keepsTo(schedule, due, client.serverNow(), leadOf(client.pollInterval)) &&
      answersChange({ ...settings, perform_change_at: due }, change) &&
      (!isNothing(settings) || altersNothing(change)) &&
      !isManaged(client, clusterId, id)
    );
  });
}

/** A restart; the service may fill in what stays as it is (docs/design/api-assumptions.md#changes). */
function altersNothing(change: ConfigurationChangeRecord): boolean {
  return SIZING_NAMES.every((name) => {
    const now = change[`new_${name}`];
    return now === null || sameSetting(now, change[`old_${name}`]);
  });
}

/** Whether a cloning operation is just what is asked for, and no resource's as far as this run knows. */
export function isOrphanedClone(
  client: Client,
  source: string,
  record: CloningOperationRecord,
  body: CreateCloningOperationBody,
): boolean {
  const { target_region: to, source_region: from } = record;
  const stays = body.target_region !== undefined || to === null || from === null || to === from;
  return stays && answersClone(body, record) && !isManaged(client, source, record.id);
}

export function changeExistsError(clusterId: string, change: ConfigurationChangeRecord): TerraformError {
  return new TerraformError(
    `Cluster ${clusterId} has this change already: ${change.id}`,
    `${describeChange(change)}. It is just what is asked for here, and an earlier apply that was cut off may have asked for it; to ask ` +
      `again would change the cluster twice. ${takeOver("configuration_change", clusterId, change.id)}`,
  );
}

export function cloneExistsError(clusterId: string, clone: CloningOperationRecord): TerraformError {
  return new TerraformError(
    `Cluster ${clusterId} is being cloned already: cloning operation ${clone.id}`,
    `${describeClone(clone)}. It is just what is asked for here, and an earlier apply that was cut off may have asked for it; another clone ` +
      `would be billed beside it. ${takeOver("cloning_operation", clusterId, clone.id)}`,
  );
}

function takeOver(type: string, clusterId: string, id: string): string {
  return (
    `Take it over with an import block, and apply again:\n\n${importBlock(type, clusterId, id)}\n\n` +
    "If another resource or another person has asked for it, apply again when it has ended."
  );
}

/** The block to paste. */
export function importBlock(type: string, clusterId: string, id: string): string {
  return `  import {\n    to = searchcloud_${type}.NAME\n    id = "${clusterId}/${id}"\n  }`;
}
