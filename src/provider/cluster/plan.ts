import { isUnknown, type Plannable, TerraformError } from "../../framework";
import { type Capacity, compareCapacity } from "../api/capacity";
import { describeCluster } from "../api/describe";
import { MULTI_NODES, NODE_COUNT, networkOn, totalNodes } from "../api/topology";
import { warnOfCredential } from "../preflight/credential";
import { refuseDuplicate, warnOfUnnamed } from "./existing";
import { planNewParameters, warnOfParameters } from "./parameters/plan";
import { planTopology } from "./planTopology";
import { preflight } from "./preflight";
import type { ClusterPlanning, ClusterValues } from "./types";

type Plan = Plannable<ClusterValues>;

export async function planCluster(planning: ClusterPlanning): Promise<void> {
  if (planning.action === "delete") return planDelete(planning);
  if (planning.action === "create") await planCreate(planning);
  else await planUpdate(planning);
}

async function planDelete(planning: ClusterPlanning): Promise<void> {
  const { prior } = planning;
  if (!prior) return;
  if (prior.termination_protection === true) throw protectedError(describeCluster(prior));
  await warnOfCredential(planning, `terminate cluster ${describeCluster(prior)}`, ["terminateCluster"]);
}

/** The refusal to terminate a protected cluster, at plan and again at apply (docs/design/laws.md#l2). */
export function protectedError(name: string): TerraformError {
  return new TerraformError(
    `Cluster ${name} is protected against termination`,
    "Its state says termination_protection = true, and terminating a cluster cannot be undone. To terminate it, set " +
      "termination_protection = false, apply that, and then destroy it.",
    ["termination_protection"],
  );
}

async function planCreate(planning: ClusterPlanning): Promise<void> {
  // The second plan of a replacement: private state belongs to the cluster that would be terminated.
  if (planning.privateState?.protected) throw protectedError(planning.privateState.id);
  fillTopology(planning);
  planNewParameters(planning);
  const { planned } = planning;
  if (!planned) return;
  checkNodeCount(planning, planned);
  if (planning.service.client && !isUnknown(planned.name)) {
    await refuseDuplicate(planning.service, planned.name, planning.privateState?.id, planning.signal);
  }
  await warnOfUnnamed(planning);
  await preflight(planning);
}

async function planUpdate(planning: ClusterPlanning): Promise<void> {
  const { prior, planned, privateState } = planning;
  if (!prior || !planned) return;
  fillTopology(planning);
  planTopology(planning);
  planCapacity(planning, prior, planned);
  warnOfParameters(planning);
  await preflight(planning);
  if (!privateState) return;
  const { raised_from: _said, configured: before, ...rest } = privateState;
  const configured = planned.auto_upgrade_capacity === true ? (configuredPair(planned) ?? before) : undefined;
  // Of a replacement, the plan of the successor comes next and sees only this: what holds until it is applied.
  const isProtected = prior.termination_protection === true;
  planning.setPrivateState({ ...rest, protected: isProtected, ...(configured && { configured }) });
}

/** What follows from what is configured: the regions from the node counts, high availability from the network. */
function fillTopology(planning: ClusterPlanning): void {
  const { config, planned } = planning;
  if (!config || !planned) return;
  const { region_node_counts: counts, search_delivery_network: network } = planned;
  if (config.regions === null && config.region_node_counts !== null && !isUnknown(counts) && counts) {
    planning.set("regions", Object.keys(counts).sort());
  }
  if (config.high_availability === null && !isUnknown(network) && networkOn(network)) {
    planning.set("high_availability", true);
  }
}

/**
 * While the service may raise the capacity by itself, the configured pair is a minimum (docs/design/laws.md#l6): a larger pair stays. One
 * that is neither larger nor smaller stays too, unless the user has edited the configuration since.
 *
 * @param planned before anything of the capacity is planned
 */
function planCapacity(planning: ClusterPlanning, prior: ClusterValues, planned: Plan): void {
  const wanted = configuredPair(planned);
  if (wanted) warnOfRaised(planning, prior, wanted);
  if (!wanted || prior.auto_upgrade_capacity !== true || planned.auto_upgrade_capacity !== true) return;
  const comparison = compareCapacity(prior, wanted);
  const before = planning.privateState?.configured;
  const isEdited = before !== undefined && !isSamePair(before, wanted);
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

/** The service has raised the capacity since the last refresh: said once, because it costs money. */
function warnOfRaised({ privateState, warn }: ClusterPlanning, prior: ClusterValues, wanted: Capacity): void {
  const from = privateState?.raised_from;
  if (!from) return;
  warn(
    `Cluster ${describeCluster(prior)} has been upgraded from ${inWords(from)} to ${inWords(prior)}`,
    "While auto_upgrade_capacity is on, the service may raise memory and vcpu by itself, and bills the larger size. " +
      `The configuration says ${inWords(wanted)}, which is a minimum. To go back to it, set auto_upgrade_capacity = false.`,
  );
}

function configuredPair({ memory, vcpu }: Plan): Capacity | undefined {
  return isUnknown(memory) || isUnknown(vcpu) ? undefined : { memory, vcpu };
}

function isSamePair(a: Capacity, b: Capacity): boolean {
  return a.memory === b.memory && a.vcpu === b.vcpu;
}

function inWords({ memory, vcpu }: Capacity): string {
  return `${memory} and ${vcpu}`;
}

/** Older clusters may have other counts, so only new ones are checked. */
function checkNodeCount(planning: ClusterPlanning, planned: Plan): void {
  const network = planning.config?.search_delivery_network ?? null;
  if (planned.high_availability !== true || isUnknown(network)) return;
  if (networkOn(network) && network !== MULTI_NODES) return;
  const given = nodesGiven(planned);
  const [least, most] = NODE_COUNT;
  if (!given || (given.nodes >= least && given.nodes <= most)) return;
  planning.error(
    `Invalid value for ${given.by}`,
    `A new cluster with high availability has ${least} to ${most} nodes; ${given.nodes} are given.`,
    [given.by],
  );
}

/** How many nodes a plan has, and which attribute says so. */
function nodesGiven({ region_node_counts: counts, high_availability_node_count: count }: Plan) {
  if (!isUnknown(counts) && counts) return { by: "region_node_counts", nodes: totalNodes(counts) };
  return isUnknown(count) || count === null
    ? undefined
    : { by: "high_availability_node_count", nodes: count };
}
