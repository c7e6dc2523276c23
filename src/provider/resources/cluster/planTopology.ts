import { isSameTopology } from "../../../api/comparison";
import { MAX_HA_NODES, MIN_HA_NODES } from "../../../api/limits";
import { isUnknown, type Plannable } from "../../../framework";
import { describeCluster } from "../../model/describe";
import {
  MULTI_NODES,
  NETWORK_OFF,
  type NodeCounts,
  networkOn,
  regionsOf,
  sameRegions,
  type Topology,
  targetCounts,
  totalNodes,
} from "../../model/topology";
import type { ClusterPlanning, ClusterValues } from "./schema";

/** The attributes that make up a topology. */
export const TOPOLOGY_NAMES = [
  "search_delivery_network",
  "high_availability",
  "high_availability_node_count",
  "regions",
  "region_node_counts",
] as const satisfies readonly (keyof Topology)[];

/** Plans the topology attributes. If any is unknown, those of an existing cluster stay as the framework planned them. */
export function planTopology(planning: ClusterPlanning): void {
  const { config, prior, planned } = planning;
  if (!config || !planned) return;
  deriveTopology(planning, config, planned);
  if (!prior) refuseNewNodes(planning, config);
  if (!prior || TOPOLOGY_NAMES.some((name) => isUnknown(config[name]))) return;
  const given = config as Topology;
  const edited = editedTopology(given, prior);
  if (edited) refuseEdited(planning, edited, describeCluster(prior));
  for (const name of TOPOLOGY_NAMES) {
    const isOtherForm = !edited && (name === "regions" || name === "region_node_counts");
    if (given[name] === null || isOtherForm) planning.set(name, (edited ?? prior)[name] as never);
  }
}

/** Derives the regions from the configured node counts, and high availability from the network. */
function deriveTopology(
  planning: ClusterPlanning,
  config: Plannable<ClusterValues>,
  { region_node_counts: counts, search_delivery_network: network }: Plannable<ClusterValues>,
): void {
  if (config.regions === null && config.region_node_counts !== null && !isUnknown(counts) && counts)
    planning.set("regions", Object.keys(counts).sort());
  if (config.high_availability === null && !isUnknown(network) && networkOn(network))
    planning.set("high_availability", true);
}

/**
 * Returns the topology after an edit (docs/design/architecture.md#types), from the configured attributes and the prior ones for the
 * rest. Null if the topology is not edited: the same topology in other attributes is not an edit.
 */
export function editedTopology(config: Topology, prior: Topology): Topology | null {
  const network = config.search_delivery_network ?? prior.search_delivery_network;
  const available = config.high_availability ?? prior.high_availability;
  const isAvailable = networkOn(network) || available;
  const wanted = { ...config, search_delivery_network: network, high_availability: isAvailable };
  const counts = wantedCounts(wanted, prior);
  if (!counts) return null;
  const isSame =
    // For an inconsistent cluster, it is an edit only if the configuration says so.
    (isAvailable === prior.high_availability || available === prior.high_availability) &&
    (network ?? NETWORK_OFF) === (prior.search_delivery_network ?? NETWORK_OFF) &&
    prior.region_node_counts !== null &&
    isSameTopology(counts, prior.region_node_counts);
  if (isSame) return null;
  return {
    ...wanted,
    region_node_counts: counts,
    regions: config.regions ?? Object.keys(counts).sort(),
    high_availability_node_count: isAvailable === true && !networkOn(network) ? totalNodes(counts) : null,
  };
}

/** Prefers the configured attribute that differs from prior. Two that disagree reach a plan only past validation. */
function wantedCounts(wanted: Topology, prior: Topology): NodeCounts | undefined {
  const { region_node_counts: given, regions } = wanted;
  const before = prior.region_node_counts;
  const isKept = given && before && isSameTopology(given, before);
  const isMoved = regions && before && !sameRegions(regions, Object.keys(before));
  if (given && !(isKept && isMoved)) return given;
  const wasSingle = prior.high_availability === true && !networkOn(prior.search_delivery_network);
  const nodes = wasSingle ? prior.high_availability_node_count : null;
  const counts = targetCounts({
    ...wanted,
    high_availability_node_count: wanted.high_availability_node_count ?? nodes,
    regions: regions ?? prior.regions,
    region_node_counts: null,
  });
  return counts ?? before ?? undefined;
}

/** Returns why a cluster cannot have these regions with this network; undefined if nothing is known against it. */
export function regionsProblem(network: string | null, regions: readonly string[]): string | undefined {
  const [least, most] = regionsOf(network) ?? [1, Number.POSITIVE_INFINITY];
  if (regions.length >= least && regions.length <= most) return undefined;
  const allowed = least === most ? `exactly ${least}` : `${least} to ${most}`;
  return (
    `With search_delivery_network "${network ?? NETWORK_OFF}", a cluster has ${allowed} region${most === 1 ? "" : "s"}; ` +
    `given: ${[...regions].sort().join(", ") || "none"}.`
  );
}

/** Returns why a cluster cannot have this number of nodes. With one node in each region, the check of the regions suffices. */
function nodesProblem(isAvailable: unknown, network: string | null, nodes: number): string | undefined {
  const [least, most] = [MIN_HA_NODES, MAX_HA_NODES];
  const isFree = isAvailable !== true || (networkOn(network) && network !== MULTI_NODES);
  if (isFree || (nodes >= least && nodes <= most)) return undefined;
  return `A cluster with high availability has ${least} to ${most} nodes; ${nodes} are given.`;
}

/** Checks only new clusters, because older ones may have other counts. */
function refuseNewNodes(planning: ClusterPlanning, config: Plannable<ClusterValues>): void {
  const { planned } = planning;
  const { search_delivery_network: network } = config;
  if (!planned || isUnknown(network)) return;
  const { region_node_counts: counts, high_availability_node_count: count } = planned;
  const [by, nodes] =
    !isUnknown(counts) && counts
      ? ["region_node_counts", totalNodes(counts)]
      : ["high_availability_node_count", isUnknown(count) ? null : count];
  const problem = nodes === null ? undefined : nodesProblem(planned.high_availability, network, nodes);
  if (problem) planning.error(`Invalid value for ${by}`, problem, [by]);
}

/** Checks only edits, because older clusters may have topologies that can no longer be requested. */
function refuseEdited(planning: ClusterPlanning, edited: Topology, name: string): void {
  const { search_delivery_network: network, region_node_counts } = edited;
  const counts = region_node_counts ?? {};
  const problem =
    regionsProblem(network, Object.keys(counts)) ??
    nodesProblem(edited.high_availability, network, totalNodes(counts));
  if (!problem) return;
  const by = planning.config?.region_node_counts === null ? "regions" : "region_node_counts";
  planning.error(
    `Cluster ${name} cannot have this topology`,
    `${problem} What the configuration leaves out stays as it is, and high availability can never be turned off again. Set all ` +
      "of search_delivery_network, high_availability, and the regions or the node counts.",
    [by],
  );
}
