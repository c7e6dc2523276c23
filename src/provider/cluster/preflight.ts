import type { OperationId } from "../../api/operations";
import { isUnknown, type Plannable } from "../../framework";
import { describeCluster } from "../api/describe";
import { warnOfCapacity } from "../preflight/capacity";
import { warnOfCredential, warnOfNoWayBack } from "../preflight/credential";
import { type PlannedValue, warnOfUnlisted } from "../preflight/options";
import { mayHold } from "./parameters/difference";
import type { ClusterPlanning } from "./plan";
import { type ClusterValues, schema } from "./schema";

/** What parameters need: to be written, and a change that restarts the cluster. */
const PARAMETER_OPERATIONS: readonly OperationId[] = [
  "createServerConfigurationParameter",
  "updateServerConfigurationParameter",
  "deleteServerConfigurationParameter",
  "createConfigurationChange",
];

/** What apply asks of the service, by the lane that carries an edit. */
const ASKED: Readonly<Record<string, readonly OperationId[]>> = {
  rename: ["updateCluster"],
  parameters: PARAMETER_OPERATIONS,
  resize: ["createConfigurationChange"],
};

/** What the service may have against a plan: the key's capabilities, and values that it does not list (docs/design/laws.md#l5). */
export async function preflight(planning: ClusterPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (!planned) return;
  const edited = (Object.keys(schema) as (keyof ClusterValues)[]).filter(
    (name) => !prior || !sameJson(planned[name], prior[name]),
  );
  if (prior) {
    const operations = edited.flatMap((name) => {
      const field = schema[name];
      return "updatedBy" in field ? (ASKED[field.updatedBy] ?? []) : [];
    });
    if (planning.privateState?.restart_due) operations.push("createConfigurationChange");
    if (operations.length > 0)
      await warnOfCredential(planning, `change cluster ${describeCluster(prior)}`, operations);
  } else {
    const who = isUnknown(planned.name) ? null : planned.name;
    await warnOfCredential(planning, who === null ? "create a cluster" : `create the cluster "${who}"`, [
      "createCluster",
      ...(mayHold(planned.server_parameters) ? PARAMETER_OPERATIONS : []),
    ]);
    await warnOfNoWayBack(planning, whoOf(planned));
  }
  await warnOfValues(planning, planned, edited);
}

/** What is not edited may be older, or odder, than what can be asked for now. */
async function warnOfValues(
  planning: ClusterPlanning,
  planned: Plannable<ClusterValues>,
  edited: readonly (keyof ClusterValues)[],
): Promise<void> {
  const who = whoOf(planned);
  const isEdited = (...names: (keyof ClusterValues)[]) => names.some((name) => edited.includes(name));
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

function whoOf({ name }: Plannable<ClusterValues>): string {
  return isUnknown(name) || name === null ? "the new cluster" : `"${name}"`;
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || isUnknown(a) || JSON.stringify(a) === JSON.stringify(b);
}
