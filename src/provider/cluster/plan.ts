import { isUnknown, type Plannable, type Planning, TerraformError } from "../../framework";
import { compareCapacity } from "../api/capacity";
import { describeCluster } from "../api/describe";
import { MULTI_NODES, NODE_COUNT, networkOn, totalNodes } from "../api/topology";
import { warnOfCredential } from "../preflight/credential";
import type { Service } from "../service";
import { refuseDuplicate } from "./duplicates";
import { warnOfUnnamed } from "./orphans";
import { planStart, warnOfParameters } from "./parameters/plan";
import { planTopology } from "./planTopology";
import { preflight } from "./preflight";
import type { Kept } from "./privateState";
import type { ClusterValues } from "./schema";

export type ClusterPlanning = Planning<ClusterValues, Service, Kept>;
type Plan = Plannable<ClusterValues>;

export async function planCluster(planning: ClusterPlanning): Promise<void> {
  if (planning.action === "delete") return planDelete(planning);
  if (planning.action === "create") await planCreate(planning);
  else await planUpdate(planning);
}

async function planDelete(planning: ClusterPlanning): Promise<void> {
  const { prior } = planning;
  if (!prior) return;
  if (prior.termination_protection === true) throw isProtected(describeCluster(prior));
  await warnOfCredential(planning, `terminate cluster ${describeCluster(prior)}`, ["terminateCluster"]);
}

/** The refusal of L2, at plan and again at apply. */
export function isProtected(name: string): TerraformError {
  return new TerraformError(
    `Cluster ${name} is protected against termination`,
    "Terminating a cluster cannot be undone, and its state says termination_protection = true. If it is really to go, set " +
      "termination_protection = false, apply that, and destroy it then.",
    ["termination_protection"],
  );
}

async function planCreate(planning: ClusterPlanning): Promise<void> {
  // The second plan of a replacement: what is kept belongs to the cluster that would be terminated.
  if (planning.privateState?.protected) throw isProtected(planning.privateState.id);
  fillTopology(planning);
  planStart(planning);
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
  const { prior, planned } = planning;
  if (!prior || !planned) return;
  fillTopology(planning);
  planTopology(planning);
  keepRaisedCapacity(planning, prior, planned);
  warnOfParameters(planning);
  await preflight(planning);
  if (planning.privateState) {
    // Of a replacement, the plan of the successor comes next and sees only this: what holds until it is applied.
    planning.setPrivateState({ ...planning.privateState, protected: prior.termination_protection === true });
  }
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

/** While the service may raise the capacity by itself, the configured pair is a minimum (docs/design/laws.md#l6). */
function keepRaisedCapacity(planning: ClusterPlanning, prior: ClusterValues, planned: Plan): void {
  if (prior.auto_upgrade_capacity !== true || planned.auto_upgrade_capacity !== true) return;
  const { memory, vcpu } = planned;
  if (isUnknown(memory) || isUnknown(vcpu)) return;
  const comparison = compareCapacity(prior, { memory, vcpu });
  if (comparison !== "larger" && comparison !== "incomparable") return;
  planning.set("memory", prior.memory);
  planning.set("vcpu", prior.vcpu);
  if (comparison === "incomparable") {
    planning.warn(
      `Cluster ${describeCluster(prior)} has another capacity than configured`,
      `It runs ${prior.memory} and ${prior.vcpu}; configured are ${memory} and ${vcpu}, and neither is larger in both. ` +
        "Because auto_upgrade_capacity is on, it is kept. To have the configured pair, turn auto_upgrade_capacity off.",
    );
  }
}

/** Older clusters may have other counts, so this is asked of new ones only. */
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

/** How many nodes a plan asks for, and which attribute says so. */
function nodesGiven({ region_node_counts: counts, high_availability_node_count: count }: Plan) {
  if (!isUnknown(counts) && counts) return { by: "region_node_counts", nodes: totalNodes(counts) };
  return isUnknown(count) || count === null
    ? undefined
    : { by: "high_availability_node_count", nodes: count };
}
