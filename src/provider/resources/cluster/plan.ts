import type { OperationId } from "../../../api/operations";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { describeCluster, describePlanned } from "../../model/describe";
import { type Capacity, compareCapacity } from "../../model/sizing";
import { warnOfCredential, warnOfNoWayBack } from "../../shared/preflight/credential";
import { type PlannedValue, warnOfCapacity, warnOfUnlisted } from "../../shared/preflight/options";
import { waits } from "../../shared/schedule/moment";
import { recordPlanned } from "../../shared/thisRun";
import { isRenamed, refuseDuplicate, warnOfUnnamed } from "./existing";
import { warnOfForeignChange } from "./foreignChange";
import { mayHold } from "./parameters/difference";
import { planNewParameters, readHeldParameters, warnOfParameters } from "./parameters/plan";
import { planTopology } from "./planTopology";
import { type ClusterName, type ClusterPlanning, type ClusterValues, clusterSchema } from "./schema";

export async function planCluster(planning: ClusterPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (prior && planned) await planUpdate(planning, prior, planned);
  else if (planned) await planCreate(planning, planned);
  else if (prior) await planDelete(planning, prior);
}

async function planDelete(planning: ClusterPlanning, prior: ClusterValues): Promise<void> {
  const name = describeCluster(prior);
  if (prior.termination_protection === true) throw protectedError(name);
  await warnOfCredential(planning, `terminate cluster ${name}`, ["terminateCluster"]);
}

/** Builds the error for terminating a protected cluster, at plan and again at apply (docs/design/laws.md#l2). */
export function protectedError(name: string): TerraformError {
  return new TerraformError(
    `Cluster ${name} is protected against termination`,
    "Its state says termination_protection = true, and terminating a cluster cannot be undone. To terminate it, set " +
      "termination_protection = false, apply that, and then destroy it.",
    ["termination_protection"],
  );
}

async function planCreate(planning: ClusterPlanning, { name }: Plannable<ClusterValues>): Promise<void> {
  const { service, privateState } = planning;
  // In the second plan of a replacement, private state belongs to the cluster that would be terminated.
  if (privateState?.protected) throw protectedError(privateState.id);
  planTopology(planning);
  planNewParameters(planning);
  if (service.client && !isUnknown(name))
    await refuseDuplicate(planning, name, (id) => name !== null && isRenamed(service, id, name));
  await warnOfUnnamed(planning);
  await preflight(planning);
}

async function planUpdate(
  planning: ClusterPlanning,
  prior: ClusterValues,
  planned: Plannable<ClusterValues>,
): Promise<void> {
  const { memory, vcpu } = planned;
  const wanted = isUnknown(memory) || isUnknown(vcpu) ? undefined : { memory, vcpu };
  const isRaised = planned.auto_upgrade_capacity === true;
  planTopology(planning);
  if (wanted) planCapacity(planning, prior, wanted, isRaised);
  warnOfParameters(planning);
  noteChange(planning, prior, planned);
  await Promise.all([
    readHeldParameters(planning).then(() => warnOfForeignChange(planning)),
    preflight(planning),
  ]);
  if (!planning.privateState) return;
  const { raised_from: _, configured: before, ...rest } = planning.privateState;
  const configured = isRaised ? (wanted ?? before) : undefined;
  // In a replacement, the plan of the successor comes next and sees only private state.
  const isProtected = prior.termination_protection === true;
  planning.setPrivateState({ ...rest, protected: isProtected, ...(configured && { configured }) });
}

/** Records edits that make other parts of the plan possible: another cluster with the old name, features of the newer server. */
function noteChange(
  { service, changed }: ClusterPlanning,
  prior: ClusterValues,
  { name, search_server_version: version, change_schedule: schedule }: Plannable<ClusterValues>,
): void {
  if (prior.id === null) return;
  recordPlanned(service, `cluster ${prior.id}`, {
    clusterId: prior.id,
    hostnames: prior.hostnames?.nodes ?? [],
    ...(changed.includes("name") && { name }),
    ...(changed.includes("search_server_version") && version !== null && { version }),
    waits: !isUnknown(schedule) && waits(schedule),
  });
}

/**
 * Plans memory and vcpu. While the service may raise them by itself, the configured pair is a minimum (docs/design/laws.md#l6): a larger
 * pair stays. One that is neither larger nor smaller stays too, unless the user has edited the configuration since.
 */
function planCapacity(
  planning: ClusterPlanning,
  prior: ClusterValues,
  wanted: Capacity,
  isRaised: boolean,
): void {
  const { configured, raised_from: from } = planning.privateState ?? {};
  if (from) {
    planning.warn(
      `Cluster ${describeCluster(prior)} has been upgraded from ${inWords(from)} to ${inWords(prior)}`,
      "While auto_upgrade_capacity is on, the service may raise memory and vcpu by itself, and bills the larger size. " +
        `The configuration says ${inWords(wanted)}, which is a minimum. To go back to it, set auto_upgrade_capacity = false.`,
    );
  }
  if (prior.auto_upgrade_capacity !== true || !isRaised) return;
  const comparison = compareCapacity(prior, wanted);
  const isEdited = configured !== undefined && compareCapacity(configured, wanted) !== "same";
  if (comparison !== "larger" && (comparison !== "incomparable" || isEdited)) return;
  planning.set("memory", prior.memory);
  planning.set("vcpu", prior.vcpu);
  if (comparison === "larger") return;
  planning.warn(
    `Cluster ${describeCluster(prior)} has another capacity than configured`,
    `It has ${inWords(prior)}, and the configuration says ${inWords(wanted)}: neither is larger in both. While ` +
      "auto_upgrade_capacity is on, Terraform leaves the capacity as it is. To get the configured one, set auto_upgrade_capacity = false.",
  );
}

function inWords({ memory, vcpu }: Capacity): string {
  return `${memory} and ${vcpu}`;
}

/** Operations for parameters: the writes, and the change that restarts the cluster. */
const PARAMETER_OPERATIONS: readonly OperationId[] = [
  "createServerConfigurationParameter",
  "updateServerConfigurationParameter",
  "deleteServerConfigurationParameter",
  "createConfigurationChange",
];

/** Operations of apply, by the update that carries an edit. */
const OPERATIONS: Readonly<Record<string, readonly OperationId[]>> = {
  updateSettings: ["updateCluster"],
  parameters: PARAMETER_OPERATIONS,
  resize: ["createConfigurationChange"],
};

/** Warns of parts of a plan that the service may reject: capabilities that the key lacks, and values that it does not list (docs/design/laws.md#l5). */
async function preflight(planning: ClusterPlanning): Promise<void> {
  const { prior, planned, changed, privateState } = planning;
  if (!planned) return;
  const who = describePlanned(prior, planned);
  if (prior) {
    const operations = changed.flatMap((name) => {
      const attribute = clusterSchema[name];
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

/** Checks only edits, because a cluster may have values that are no longer listed. */
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
