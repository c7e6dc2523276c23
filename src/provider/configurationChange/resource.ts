import { type Call, define, GONE, type Gone, type Rule, TerraformError } from "../../framework";
import { clientOf, type Service } from "../service";
import { createChange } from "./create";
import { type ChangeValues, fields } from "./fields";
import { askedValues, observedChange } from "./model";

/** What is kept beside a change's state. */
export interface Kept {
  readonly cluster: string;
  readonly host: string;
  /** From import until the first read. */
  readonly imported?: true;
}

export type ChangeCall = Call<ChangeValues, Service, Kept>;

const rules: readonly Rule<ChangeValues>[] = [
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

/** `searchcloud_configuration_change`: one explicit change, or a restart, of a cluster (DESIGN.md, section 5). */
export const configurationChange = define<Service, Kept>().resource({
  name: "configuration_change",
  description:
    "One explicit change of a cluster's size, version or topology, or (without any new_* value) a restart. For clusters whose size no " +
    "`searchcloud_cluster` manages: two managers of one cluster's size undo each other's work.",
  fields,
  rules,
  timeouts: { create: "6h", delete: "10m" },
  lanes: {
    /** An imported change has no triggers: what the configuration says is taken over. */
    retrigger: {
      carriedBy: "none: another change is made",
      replaces: ({ triggers }) => triggers !== null,
      apply: async () => {},
    },
  },
  create: createChange,
  read: readChange,
  delete: cancelChange,
  import: async ({ service, keepPrivate }, id) => {
    const [cluster, change, ...rest] = id.split("/");
    if (!cluster || !change || rest.length > 0) {
      throw new TerraformError(
        "Invalid import id",
        `"${id}" must be "<cluster_id>/<id>", the cluster's and the change's identifier.`,
      );
    }
    keepPrivate({ cluster, host: clientOf(service).host, imported: true });
    return { id: change, cluster_id: cluster };
  },
});

async function readChange(call: ChangeCall, state: ChangeValues): Promise<Partial<ChangeValues> | Gone> {
  const { cluster_id: cluster, id } = state;
  const change = await clientOf(call.service).readChange(cluster, id ?? "", { signal: call.signal });
  if (!change) {
    if (call.kept?.imported) {
      throw new TerraformError(
        `Cannot import configuration change ${id}`,
        `The service answers 404: cluster ${cluster} has no such change, or this key cannot see it.`,
      );
    }
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
  const asked = call.kept?.imported ? askedValues(change) : {};
  if (call.kept?.imported) call.keepPrivate({ cluster, host: call.kept.host });
  return { ...observedChange(change), ...asked };
}

/** What has not begun is cancelled; what has, runs to its end: nothing undoes it. */
async function cancelChange(call: ChangeCall, { cluster_id: cluster, id }: ChangeValues): Promise<void> {
  const client = clientOf(call.service);
  const change = await client.readChange(cluster, id ?? "", { signal: call.signal });
  if (!change || change.status === "succeeded" || change.status === "failed" || change.status === "canceled")
    return;
  const result =
    change.status === "pending"
      ? await client.cancelChange(cluster, change.id, { signal: call.signal })
      : { kind: "begun" as const, change };
  if (result.kind !== "begun") return;
  call.warn(
    `Configuration change ${id} of cluster ${cluster} has begun and goes on`,
    "Only a change that waits for its moment can be cancelled. It has been removed from the state; the service finishes it.",
  );
}
