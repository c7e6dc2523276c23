import type { Problem, Validator } from "../../framework";
import { MULTI_NODES, networkOn, oneNodePerRegion, sameRegions, totalNodes } from "../api/topology";
import { regionsProblem } from "./planTopology";
import type { ClusterName, ClusterValues } from "./types";

/** What a configuration must keep to, whatever the service offers (docs/design/api-assumptions.md#topology). */
export const validators: readonly Validator<ClusterValues>[] = [
  rule(["regions", "region_node_counts"], ({ regions, region_node_counts: counts }) => {
    if (!regions && !counts) {
      return problem(
        [],
        "Missing regions",
        'Set "regions" or "region_node_counts": a cluster has at least one region.',
      );
    }
    if (!regions || !counts || sameRegions(regions, Object.keys(counts))) return undefined;
    return problem(
      ["regions"],
      "Regions and node counts disagree",
      `"regions" says ${list(regions)}, "region_node_counts" says ${list(Object.keys(counts))}. Give one of them, or the same in both.`,
    );
  }),
  rule(
    ["regions", "region_node_counts", "search_delivery_network"],
    ({ regions, region_node_counts: counts, search_delivery_network: network }) => {
      const given = counts ? Object.keys(counts) : regions;
      const wrong = given && regionsProblem(network, given);
      return wrong
        ? problem([counts ? "region_node_counts" : "regions"], "Wrong number of regions", wrong)
        : undefined;
    },
  ),
  rule(
    ["search_delivery_network", "region_node_counts"],
    ({ search_delivery_network: network, region_node_counts: counts }) => {
      if (network === MULTI_NODES && !counts) {
        return problem(
          ["search_delivery_network"],
          "Missing node counts",
          `search_delivery_network "${MULTI_NODES}" needs "region_node_counts", the number of nodes in each region.`,
        );
      }
      const others = Object.entries(counts ?? {}).flatMap(([region, count]) => (count === 1 ? [] : [region]));
      if (!oneNodePerRegion(network) || others.length === 0) return undefined;
      return problem(
        ["region_node_counts"],
        "One node in each region",
        `search_delivery_network "${network}" has one node in each region; more are given for ${list(others)}. Give 1, or set the network to "${MULTI_NODES}".`,
      );
    },
  ),
  rule(
    ["search_delivery_network", "high_availability"],
    ({ search_delivery_network: network, high_availability }) =>
      networkOn(network) && high_availability === false
        ? problem(
            ["high_availability"],
            "A network needs high availability",
            `search_delivery_network "${network}" spreads the cluster over several nodes. Set high_availability = true, or the network to "off".`,
          )
        : undefined,
  ),
  rule(
    ["high_availability", "high_availability_node_count", "search_delivery_network"],
    ({ high_availability, high_availability_node_count: count, search_delivery_network: network }) => {
      if (count === null || (high_availability && !networkOn(network))) return undefined;
      const [summary, detail] = networkOn(network)
        ? [
            "Node count with a network",
            "It counts the nodes of a cluster in one region; with the network on, leave it out.",
          ]
        : [
            "Node count without high availability",
            "Set high_availability = true, or leave the node count out.",
          ];
      return problem(["high_availability_node_count"], summary, detail);
    },
  ),
  rule(
    ["high_availability", "search_delivery_network", "region_node_counts"],
    ({ high_availability, search_delivery_network: network, region_node_counts: counts }) =>
      !counts || high_availability || networkOn(network) || totalNodes(counts) === 1
        ? undefined
        : problem(
            ["region_node_counts"],
            "Several nodes without high availability",
            `${totalNodes(counts)} nodes are given. Set high_availability = true, or give one region one node.`,
          ),
  ),
  rule(
    ["high_availability_node_count", "region_node_counts"],
    ({ high_availability_node_count: count, region_node_counts: counts }) =>
      count === null || !counts || totalNodes(counts) === count
        ? undefined
        : problem(
            ["high_availability_node_count"],
            "Node counts disagree",
            `high_availability_node_count says ${count}, region_node_counts ${totalNodes(counts)}. Give one of them, or the same in both.`,
          ),
  ),
  rule(
    ["high_performance_disk", "high_availability", "search_delivery_network", "vcpu"],
    ({ high_performance_disk, high_availability, search_delivery_network: network, vcpu }) => {
      const isAvailable = high_availability || networkOn(network);
      if (!high_performance_disk || (isAvailable && !vcpu.includes("_burst_"))) return undefined;
      const [needs, detail] = isAvailable
        ? ["whole vCPUs", `vcpu "${vcpu}" has burst hours. Choose one without, or leave the disks out.`]
        : ["high availability", "Set high_availability = true, or leave them out."];
      return problem(["high_performance_disk"], `High performance disks need ${needs}`, detail);
    },
  ),
  rule(["change_schedule"], ({ change_schedule: schedule }) =>
    schedule?.perform_change_at && schedule.window
      ? problem(
          ["change_schedule", "perform_change_at"],
          "Two schedules",
          'Give "perform_change_at" or a "window", not both.',
        )
      : undefined,
  ),
];

function rule(
  reads: readonly ClusterName[],
  check: (values: ClusterValues) => Problem | undefined,
): Validator<ClusterValues> {
  return { reads, check };
}

function problem(path: readonly string[], summary: string, detail: string): Problem {
  return { path, summary, detail };
}

function list(names: readonly string[]): string {
  return [...names].sort().join(", ") || "none";
}
