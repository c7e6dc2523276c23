import { ENDED_STATUSES } from "../../api/enumerations";
import { define, GONE, type Gone, TerraformError, type Validator } from "../../framework";
import { isRefusal } from "../api/errors";
import { refuseOtherHost, splitImportId } from "../child";
import { markManaged } from "../clusterChange/managedIds";
import { clientOf, type Service } from "../service";
import { createChange } from "./create";
import { askedValues, observedChange } from "./model";
import { announce } from "./plan";
import type { ChangeCall, ChangePrivateState } from "./privateState";
import { importedFrom, remakes } from "./requiresReplace";
import { type ChangeValues, schema } from "./schema";

const validators: readonly Validator<ChangeValues>[] = [
  {
    reads: ["perform_change_at", "window"],
    check: ({ perform_change_at: at, window }) =>
      at !== null && window !== null
        ? {
            path: ["window"],
            summary: "Two schedules",
            detail: 'Give "perform_change_at" or a "window", not both.',
          }
        : undefined,
  },
  {
    reads: ["new_high_availability_node_count", "new_region_node_counts"],
    check: ({ new_high_availability_node_count: count, new_region_node_counts: counts }) =>
      count !== null && counts !== null
        ? {
            path: ["new_high_availability_node_count"],
            summary: "Two node counts",
            detail: 'Give "new_high_availability_node_count" or "new_region_node_counts", not both.',
          }
        : undefined,
  },
];

/** `searchcloud_configuration_change`: one explicit change, or a restart, of a cluster (docs/design/architecture.md#types). */
export const configurationChange = define<Service, ChangePrivateState>().resource({
  name: "configuration_change",
  description:
    "One explicit change of a cluster's size, version or topology, or (without any `new_*` value) a restart. To restart any cluster, and to " +
    "change one whose size no `searchcloud_cluster` manages. The size of a cluster that a `searchcloud_cluster` manages is edited there, and " +
    "becomes a change by itself: two managers of one cluster's size undo each other's work. An edit asks for another change in place of " +
    "this one; a destroy cancels what has not begun, and undoes nothing. A change on its way that is just what is asked for, and that no resource is " +
    "known to have, is not made again: an apply that was cut off may have asked for it, so the error names it with the import block to paste.",
  schema,
  validators,
  timeouts: { create: "6h", delete: "10m" },
  updates: {
    remake: {
      carriedBy: "none: another change is made in place of this one",
      requiresReplace: (changed, prior, planned, kept) => remakes(changed, prior, planned, kept?.imported),
      apply: async ({ service, setPrivateState }, { prior }) =>
        setPrivateState({ cluster: prior.cluster_id, host: clientOf(service).host }),
    },
  },
  plan: announce,
  create: createChange,
  read: readChange,
  delete: cancelChange,
  import: async ({ service, setPrivateState }, id) => {
    const { cluster, child } = splitImportId(
      id,
      '"<cluster_id>/<id>", the identifiers of the cluster and of the change',
    );
    setPrivateState({ cluster, host: clientOf(service).host, importing: true });
    return { id: child, cluster_id: cluster };
  },
  importIds: [{ form: "cluster_id/id", example: "kq3v9x2m7c1d/8f41a06e" }],
});

async function readChange(call: ChangeCall, state: ChangeValues): Promise<Partial<ChangeValues> | Gone> {
  const { cluster_id: cluster, id } = state;
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  const change = await client.readChange(cluster, id ?? "", { signal: call.signal });
  if (!change) {
    if (call.privateState?.importing) {
      throw new TerraformError(
        `Cannot import configuration change ${id}`,
        `The service answers 404: cluster ${cluster} has no such change, or this key cannot see it.`,
      );
    }
    refuseOtherHost(call, `Configuration change ${id} of cluster ${cluster}`);
    call.warn(
      `Configuration change ${id} of cluster ${cluster} is gone`,
      "The service answers 404: the cluster was terminated, or this key cannot see it. It has been removed from the state.",
    );
    return GONE;
  }
  if (state.status !== change.status && (change.status === "failed" || change.status === "canceled")) {
    call.warn(
      `Configuration change ${id} of cluster ${cluster} ${change.status === "failed" ? "has failed" : "was cancelled"}`,
      "It stays in the state as what it is. To ask for it again, change a value of `triggers`.",
    );
  }
  if (!call.privateState?.importing) return observedChange(change);
  call.setPrivateState({ cluster, host: client.host, imported: importedFrom(change) });
  return { ...observedChange(change), ...askedValues(change) };
}

/** What has not begun is cancelled; what has, runs to its end: nothing undoes it. */
async function cancelChange(call: ChangeCall, state: ChangeValues): Promise<void> {
  const { cluster_id: cluster, id, status } = state;
  if (status !== null && ENDED_STATUSES.includes(status)) return;
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  const hasBegun = await client.exclusively(cluster, call.signal, async () => {
    const change = await client.readChange(cluster, id ?? "", { signal: call.signal });
    if (!change) refuseOtherHost(call, `Configuration change ${id} of cluster ${cluster}`);
    if (!change || ENDED_STATUSES.includes(change.status)) return false;
    if (change.status !== "pending") return true;
    try {
      return (await client.cancelChange(cluster, change.id, { signal: call.signal })).kind === "begun";
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // What belongs to a cluster that is going away goes with it (docs/design/laws.md#l11).
      const seen = await client.read(cluster, "fresh", { signal: call.signal });
      if (seen.kind === "present") throw error;
      return false;
    }
  });
  if (!hasBegun) return;
  call.warn(
    `Configuration change ${id} of cluster ${cluster} has begun and goes on`,
    "Only a change that waits for its moment can be cancelled. It has been removed from the state; the service finishes it.",
  );
}
