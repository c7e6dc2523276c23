import type { OperationId } from "../../../api/operations";
import { isUnknown, type Plannable } from "../../../framework";
import { describePlanned } from "../../model/describe";
import { warnOfCredential, warnOfNoWayBack } from "../../shared/preflight/credential";
import { type PlannedValue, warnOfCapacity, warnOfUnlisted } from "../../shared/preflight/options";
import { mayHold } from "./parameters/difference";
import { schema } from "./schema";
import type { ClusterName, ClusterPlanning, ClusterValues } from "./types";

/** What parameters need: to be written, and a change that restarts the cluster. */
const PARAMETER_OPERATIONS: readonly OperationId[] = [
  "createServerConfigurationParameter",
  "updateServerConfigurationParameter",
  "deleteServerConfigurationParameter",
  "createConfigurationChange",
];

/** What apply calls, by the update that carries an edit. */
const OPERATIONS: Readonly<Record<string, readonly OperationId[]>> = {
  rename: ["updateCluster"],
  parameters: PARAMETER_OPERATIONS,
  resize: ["createConfigurationChange"],
};

/** What the service may refuse of a plan: for the key's capabilities, and for values that it does not list (docs/design/laws.md#l5). */
export async function preflight(planning: ClusterPlanning): Promise<void> {
  const { prior, planned, changed, privateState } = planning;
  if (!planned) return;
  const who = describePlanned(prior, planned);
  if (prior) {
    const operations = changed.flatMap((name) => {
      const attribute = schema[name];
      return "updatedBy" in attribute ? (OPERATIONS[attribute.updatedBy] ?? []) : [];
    });
    if (privateState?.restart_due) operations.push("createConfigurationChange");
    if (operations.length > 0) await warnOfCredential(planning, `change ${who}`, operations);
  } else {
    const restart = mayHold(planned.server_parameters) ? PARAMETER_OPERATIONS : [];
    await warnOfCredential(planning, `create ${who}`, ["createCluster", ...restart]);
    await warnOfNoWayBack(planning, who);
  }
  await warnOfValues(planning, planned, who);
}

/** Only edits are judged: a cluster may be older than the values that are listed today. */
async function warnOfValues(
  planning: ClusterPlanning,
  planned: Plannable<ClusterValues>,
  who: string,
): Promise<void> {
  const isEdited = (...names: ClusterName[]) => names.some((name) => planning.changed.includes(name));
  const { memory, vcpu, gpu, regions, search_delivery_network: network } = planned;
  if (isEdited("memory", "vcpu", "gpu") && !isUnknown(memory) && !isUnknown(vcpu)) {
    await warnOfCapacity(planning, who, {
      memory: { what: "memory", value: memory, path: ["memory"] },
      vcpu: { what: "vcpu", value: vcpu, path: ["vcpu"] },
      ...(gpu === true && { gpuAt: ["gpu"] }),
    });
  }
  const values: PlannedValue[] = [];
  if (isEdited("search_delivery_network") && !isUnknown(network) && network !== null) {
    values.push({ what: "search_delivery_network", value: network, path: ["search_delivery_network"] });
  }
  if (!isUnknown(regions) && regions) {
    const path = planning.config?.regions === null ? ["region_node_counts"] : ["regions"];
    const before = planning.prior?.regions ?? [];
    const added = regions.filter((region) => !before.includes(region));
    values.push(...added.map((region) => ({ what: "region", value: region, path })));
  }
  await warnOfUnlisted(planning, who, values);
}
