import { define, type Validator } from "../../framework";
import { splitImportId } from "../child";
import { clientOf, type Service } from "../service";
import { createChange } from "./create";
import { deleteChange } from "./delete";
import { planChange } from "./plan";
import { readChange } from "./read";
import { type ChangeValues, schema } from "./schema";
import type { ChangePrivateState } from "./types";
import { replaceChange } from "./update";

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
    "becomes a change by itself: two managers of one cluster's size undo each other's work. An edit requests another change in place of " +
    "this one; a destroy cancels what has not begun, and undoes nothing. A change in flight that is exactly what is requested, and that no resource is " +
    "known to manage, is not requested again: an apply that was cut off may have requested it, so the error names it with the import block to paste.",
  schema,
  validators,
  timeouts: { create: "6h", delete: "10m" },
  updates: { recreate: replaceChange },
  plan: planChange,
  create: createChange,
  read: readChange,
  delete: deleteChange,
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
