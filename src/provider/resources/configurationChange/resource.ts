import { isFulfilled } from "../../../api/comparison";
import { CHANGE_SETTINGS } from "../../../api/settings";
import {
  define,
  type Gone,
  isUnknown,
  type Plannable,
  type Update,
  type Validator,
} from "../../../framework";
import { describeChange } from "../../model/describe";
import { CHANGE, displayName, isInFlight } from "../../shared/changes/inFlight";
import { childPrivateState, importBy, reportGone } from "../../shared/child";
import { childIdentity } from "../../shared/childIdentity";
import { oneSchedule } from "../../shared/schedule/schema";
import type { Service } from "../../shared/service";
import { cancelWorkflow, readWorkflow } from "../../shared/workflow";
import { createChange } from "./create";
import { generatedChange, importedFrom, importedValues, observedChange } from "./model";
import { changeMoves } from "./moves";
import { planChange } from "./plan";
import {
  type ChangeCall,
  type ChangePrivateState,
  type ChangeValues,
  configurationChangeSchema,
  type Imported,
} from "./schema";

type Name = keyof ChangeValues & string;

const COUNTS = ["new_high_availability_node_count", "new_region_node_counts"] as const;

const oneNodeCount: Validator<ChangeValues> = {
  reads: COUNTS,
  check: (values) =>
    COUNTS.every((name) => values[name] !== null)
      ? {
          path: [COUNTS[0]],
          summary: "Two node counts",
          detail: `Give "${COUNTS[0]}" or "${COUNTS[1]}", not both.`,
        }
      : undefined,
};

/**
 * Requests another change after an edit. Keeps in place what an import could not know: `triggers`, the window, and which of the
 * settings on the record were requested (docs/design/laws.md#l5).
 */
export const recreateChange: Update<ChangeValues, Service, ChangePrivateState> = {
  request: "none: another change replaces this one",
  requiresReplace: (changed, prior, planned, privateState) => {
    const imported = privateState?.imported;
    return changed.filter((name) =>
      name === "triggers" ? prior.triggers !== null : !imported || !isKeptInPlace(name, planned, imported),
    );
  },
  apply: async ({ service, setPrivateState }, { prior }) =>
    setPrivateState(childPrivateState(service, prior.cluster_id)),
};

/** `searchcloud_configuration_change`: one explicit change, or a restart, of a cluster (docs/design/architecture.md#types). */
export const configurationChange = define<Service, ChangePrivateState>().resource({
  name: "configuration_change",
  description:
    "One explicit change of a cluster's size, version or topology, or (without any `new_*` value) a restart. To restart any cluster, and to " +
    "change one whose size no `searchcloud_cluster` manages. The size of a cluster that a `searchcloud_cluster` manages is edited there, and " +
    "becomes a change by itself: two managers of one cluster's size undo each other's work. An edit requests another change in place of " +
    "this one; a destroy cancels what has not begun, and undoes nothing. A change in flight that equals the request, and that no resource is known to " +
    "manage, is not requested again: an interrupted apply may have requested it, so the error shows an import block to paste.",
  schema: configurationChangeSchema,
  validators: [oneSchedule, oneNodeCount],
  timeouts: { create: "6h", delete: "10m" },
  updates: { recreate: recreateChange },
  plan: planChange,
  create: createChange,
  read: readChange,
  delete: deleteChange,
  import: importBy("the identifiers of the cluster and of the change"),
  importIds: [{ form: "cluster_id/id", example: "kq3v9x2m7c1d/8f41a06e" }],
  configurationOf: generatedChange,
  identity: childIdentity("id", "Identifier of the change."),
  moves: changeMoves,
});

async function readChange(call: ChangeCall, state: ChangeValues): Promise<Partial<ChangeValues> | Gone> {
  const change = await readWorkflow(CHANGE, call, state);
  if (!change) return reportGone(call, displayName(CHANGE, state), "the cluster was terminated");
  if (!call.privateState?.importing) return observedChange(change);
  const known = childPrivateState(call.service, state.cluster_id);
  call.setPrivateState({ ...known, imported: importedFrom(change) });
  return { ...observedChange(change), ...importedValues(change) };
}

/** Cancels a change that has not begun. One that has begun runs to its end: nothing undoes it. */
async function deleteChange(call: ChangeCall, state: ChangeValues): Promise<void> {
  if (state.status !== null && !isInFlight(state)) return;
  const change = await cancelWorkflow(CHANGE, call, state);
  if (!change || !isInFlight(change)) return;
  call.warn(
    `${displayName(CHANGE, state)} has begun and continues`,
    `${describeChange(change)}. Only a pending change can be cancelled. It has been removed from the state; the service completes it.`,
  );
}

function isKeptInPlace(name: Name, planned: Plannable<ChangeValues>, imported: Imported): boolean {
  const value = planned[name];
  if (isUnknown(value)) return false;
  if (name === "window" || value === null) return true;
  if (name === "notification_email_addresses") return Array.isArray(value) && value.length === 0;
  const setting = CHANGE_SETTINGS.find((one) => name === `new_${one}`);
  if (!setting) return false;
  return isFulfilled(setting, value, imported[`new_${setting}`]);
}
