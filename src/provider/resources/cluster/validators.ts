import type { Validator } from "../../../framework";
import { MULTI_NODES, networkOn, oneNodePerRegion, sameRegions, totalNodes } from "../../model/topology";
import { regionsProblem } from "./planTopology";
import type { ClusterName, ClusterValues } from "./schema";

/** The rules for every configuration, whatever the service offers (docs/design/api-assumptions.md#topology). */
export const clusterValidators: readonly Validator<ClusterValues>[] = [
  rule(["regions", "region_node_counts"], ({ regions, region_node_counts: counts }) => {
    if (!regions && !counts) {
      const detail = 'Set "regions" or "region_node_counts": a cluster has at least one region.';
      return [[], "Missing regions", detail];
    }
    if (!regions || !counts || sameRegions(regions, Object.keys(counts))) return undefined;
    return [
      ["regions"],
      "Regions and node counts disagree",
      `"regions" says ${list(regions)}, "region_node_counts" says ${list(Object.keys(counts))}. Give one of them, or the same in both.`,
    ];
  }),
  rule(
    ["regions", "region_node_counts", "search_delivery_network"],
    ({ regions, region_node_counts: counts, search_delivery_network: network }) => {
      const given = counts ? Object.keys(counts) : regions;
      const wrong = given && regionsProblem(network, given);
      if (!wrong) return undefined;
      return [[counts ? "region_node_counts" : "regions"], "Wrong number of regions", wrong];
    },
  ),
  rule(
    ["search_delivery_network", "region_node_counts"],
    ({ search_delivery_network: network, region_node_counts: counts }) => {
      if (network === MULTI_NODES && !counts) {
        return [
          ["search_delivery_network"],
          "Missing node counts",
          `search_delivery_network "${MULTI_NODES}" needs "region_node_counts", the number of nodes in each region.`,
        ];
      }
      const others = Object.entries(counts ?? {}).flatMap(([region, count]) => (count === 1 ? [] : [region]));
      if (!oneNodePerRegion(network) || others.length === 0) return undefined;
      return [
        ["region_node_counts"],
        "One node in each region",
        `search_delivery_network "${network}" has one node in each region; more are given for ${list(others)}. Give 1, or set the network to "${MULTI_NODES}".`,
      ];
    },
  ),
  rule(["search_delivery_network", "high_availability"], (values) => {
    const { search_delivery_network: network, high_availability } = values;
    if (!networkOn(network) || high_availability !== false) return undefined;
    return [
      ["high_availability"],
      "A network needs high availability",
      `search_delivery_network "${network}" spreads the cluster over several nodes. Set high_availability = true, or the network to "off".`,
    ];
  }),
  rule(["high_availability", "high_availability_node_count", "search_delivery_network"], (values) => {
    if (values.high_availability_node_count === null) return undefined;
    const path = ["high_availability_node_count"];
    if (networkOn(values.search_delivery_network)) {
      const detail = "It counts the nodes of a cluster in one region; with the network on, leave it out.";
      return [path, "Node count with a network", detail];
    }
    if (values.high_availability) return undefined;
    const detail = "Set high_availability = true, or leave the node count out.";
    return [path, "Node count without high availability", detail];
  }),
  rule(["high_availability", "search_delivery_network", "region_node_counts"], (values) => {
    const { high_availability, search_delivery_network: network, region_node_counts: counts } = values;
    if (!counts || high_availability || networkOn(network) || totalNodes(counts) === 1) return undefined;
    return [
      ["region_node_counts"],
      "Several nodes without high availability",
      `${totalNodes(counts)} nodes are given. Set high_availability = true, or give one region one node.`,
    ];
  }),
  rule(["high_availability_node_count", "region_node_counts"], (values) => {
    const { high_availability_node_count: count, region_node_counts: counts } = values;
    if (count === null || !counts || totalNodes(counts) === count) return undefined;
    return [
      ["high_availability_node_count"],
      "Node counts disagree",
      `high_availability_node_count says ${count}, region_node_counts ${totalNodes(counts)}. Give one of them, or the same in both.`,
    ];
  }),
  rule(["high_performance_disk", "high_availability", "search_delivery_network", "vcpu"], (values) => {
    if (!values.high_performance_disk) return undefined;
    const { high_availability, search_delivery_network: network, vcpu } = values;
    const [path, needs] = [["high_performance_disk"], "High performance disks need"];
    if (!high_availability && !networkOn(network))
      return [path, `${needs} high availability`, "Set high_availability = true, or leave them out."];
    if (!vcpu.includes("_burst_")) return undefined;
    const detail = `vcpu "${vcpu}" has burst hours. Choose one without, or leave the disks out.`;
    return [path, `${needs} whole vCPUs`, detail];
  }),
  rule(["change_schedule"], ({ change_schedule: schedule }) => {
    if (!schedule?.perform_change_at || !schedule.window) return undefined;
    const detail = 'Give "perform_change_at" or a "window", not both.';
    return [["change_schedule", "perform_change_at"], "Two schedules", detail];
  }),
];

/** @param wrong returns the problem with the values that the rule reads: path, summary, and how to fix it */
function rule(
  reads: readonly ClusterName[],
  wrong: (
    values: ClusterValues,
  ) => readonly [path: readonly string[], summary: string, detail: string] | undefined,
): Validator<ClusterValues> {
  return {
    reads,
    check: (values) => {
      const found = wrong(values);
      return found && { path: found[0], summary: found[1], detail: found[2] };
    },
  };
}

function list(names: readonly string[]): string {
  return [...names].sort().join(", ") || "none";
}
