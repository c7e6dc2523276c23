import { isUnknown } from "../../framework";
import { describeCluster } from "../api/describe";
import {
  DEFAULT_NODE_COUNT,
  MULTI_NODES,
  NETWORK_OFF,
  NODE_COUNT,
  type NodeCounts,
  networkOn,
  regionsOf,
  sameCounts,
  sameRegions,
  type Topology,
  targetCounts,
  totalNodes,
} from "../api/topology";
import type { ClusterPlanning } from "./types";

type Edited = Topology & { readonly high_availability: boolean | null };

/**
 * What an edit of the topology comes down to (docs/design/architecture.md#types), from the attributes that the configuration gives and,
 * where it gives none, from those that are. Null when nothing of the topology is edited: the same said in other attributes
 * is no edit.
 */
export function editedTopology(config: Topology, prior: Topology): Edited | null {
  const network = config.search_delivery_network ?? prior.search_delivery_network;
  const high_availability = networkOn(network) ? true : (config.high_availability ?? prior.high_availability);
  const counts = wantedCounts(config, prior, network, high_availability);
  if (!counts) return null;
  const edited: Edited = {
    search_delivery_network: network,
    high_availability,
    region_node_counts: counts,
    regions: config.regions ?? Object.keys(counts).sort(),
    high_availability_node_count: nodeCount(network, high_availability, counts),
  };
  return isSame(edited, prior) ? null : edited;
}

/** The configured attribute that differs from what is wins; two that disagree reach a plan only past validation. */
function wantedCounts(
  config: Topology,
  prior: Topology,
  network: string | null,
  high_availability: boolean | null,
): NodeCounts | undefined {
  const was = prior.region_node_counts;
  const given = config.region_node_counts;
  if (
    given &&
    !(was && sameCounts(given, was) && config.regions && !sameRegions(config.regions, Object.keys(was)))
  ) {
    return given;
  }
  const wasSingle = prior.high_availability === true && !networkOn(prior.search_delivery_network);
  const kept = wasSingle ? prior.high_availability_node_count : null;
  return (
    targetCounts({
      search_delivery_network: network,
      high_availability,
      high_availability_node_count: config.high_availability_node_count ?? kept ?? DEFAULT_NODE_COUNT,
      regions: config.regions ?? prior.regions,
      region_node_counts: null,
    }) ??
    was ??
    undefined
  );
}

function nodeCount(network: string | null, ha: boolean | null, counts: NodeCounts): number | null {
  return ha === true && !networkOn(network) ? totalNodes(counts) : null;
}

function isSame(edited: Edited, prior: Topology): boolean {
  return (
    edited.high_availability === prior.high_availability &&
    (edited.search_delivery_network ?? "off") === (prior.search_delivery_network ?? "off") &&
    prior.region_node_counts !== null &&
    edited.region_node_counts !== null &&
    sameCounts(edited.region_node_counts, prior.region_node_counts)
  );
}

/** The attributes that make up a topology. */
export const TOPOLOGY_NAMES = [
  "search_delivery_network",
  "high_availability",
  "high_availability_node_count",
  "regions",
  "region_node_counts",
] as const satisfies readonly (keyof Topology)[];

/** Plans the topology attributes of a cluster that exists. With anything unknown, they stay as the framework planned them. */
export function planTopology(planning: ClusterPlanning): void {
  const { config, prior } = planning;
  if (!config || !prior || TOPOLOGY_NAMES.some((name) => isUnknown(config[name]))) return;
  const edited = editedTopology(config as Topology, prior);
  if (edited) refuseImpossible(planning, edited, describeCluster(prior));
  for (const name of TOPOLOGY_NAMES) {
    const given = (config as Topology)[name];
    if (edited) {
      if (given === null) planning.set(name, edited[name] as never);
    } else if (given === null || name === "regions" || name === "region_node_counts") {
      planning.set(name, prior[name] as never);
    }
  }
}

/** Only what is edited is judged: older clusters may be other than what can be asked for today. */
function refuseImpossible(planning: ClusterPlanning, edited: Edited, name: string): void {
  const { search_delivery_network: network, high_availability: ha, region_node_counts } = edited;
  const counts = region_node_counts ?? {};
  const [least, most] = regionsOf(network) ?? [1, Number.POSITIVE_INFINITY];
  const regions = Object.keys(counts).length;
  const nodes = totalNodes(counts);
  const [fewest, largest] = NODE_COUNT;
  const by = planning.config?.region_node_counts === null ? "regions" : "region_node_counts";
  const refuse = (why: string) =>
    planning.error(`Cluster ${name} cannot have this topology`, `${why} ${WAY_OUT}`, [by]);
  if (regions < least || regions > most) {
    const allowed = least === most ? least : `${least} to ${most}`;
    refuse(
      `With search_delivery_network "${network ?? NETWORK_OFF}" a cluster has ${allowed} regions, not ${regions}.`,
    );
  } else if (
    ha === true &&
    (network === MULTI_NODES || !networkOn(network)) &&
    (nodes < fewest || nodes > largest)
  ) {
    refuse(`With high availability a cluster of this kind has ${fewest} to ${largest} nodes, not ${nodes}.`);
  }
}

const WAY_OUT =
  "What the configuration leaves out stays as it is, and high availability can never be turned off again. Set all of " +
  "search_delivery_network, high_availability, and the regions or the node counts.";
