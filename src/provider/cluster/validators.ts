import type { Problem, Validator } from "../../framework";
import {
  MULTI_NODES,
  networkOn,
  oneNodePerRegion,
  regionsOf,
  sameRegions,
  totalNodes,
} from "../api/topology";
import type { ClusterValues } from "./types";

/** What a configuration must keep to, whatever the service offers (docs/design/api-assumptions.md#topology). */
export const validators: readonly Validator<ClusterValues>[] = [
  {
    reads: ["regions", "region_node_counts"],
    check: ({ regions, region_node_counts: counts }) => {
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
    },
  },
  {
    reads: ["regions", "region_node_counts", "search_delivery_network"],
    check: ({ regions, region_node_counts: counts, search_delivery_network: network }) => {
      const given = counts ? Object.keys(counts) : regions;
      const [least, most] = regionsOf(network) ?? [1, Number.POSITIVE_INFINITY];
      if (!given || (given.length >= least && given.length <= most)) return undefined;
      const allowed = least === most ? `exactly ${least}` : `${least} to ${most}`;
      return problem(
        [counts ? "region_node_counts" : "regions"],
        "Wrong number of regions",
        `With search_delivery_network ${network ? `"${network}"` : "off"}, a cluster has ${allowed} region${most === 1 ? "" : "s"}; given: ${list(given)}.`,
      );
    },
  },
  {
    reads: ["search_delivery_network", "region_node_counts"],
    check: ({ search_delivery_network: network, region_node_counts: counts }) => {
      if (!counts || !oneNodePerRegion(network)) return undefined;
      const others = Object.keys(counts).filter((region) => counts[region] !== 1);
      return others.length === 0
        ? undefined
        : problem(
            ["region_node_counts"],
            "One node in each region",
            `search_delivery_network "${network}" has one node in each region; more are given for ${list(others)}. Give 1, or set the network to "${MULTI_NODES}".`,
          );
    },
  },
  {
    reads: ["search_delivery_network", "region_node_counts"],
    check: ({ search_delivery_network: network, region_node_counts: counts }) =>
      network === MULTI_NODES && !counts
        ? problem(
            ["search_delivery_network"],
            "Missing node counts",
            `search_delivery_network "${MULTI_NODES}" needs "region_node_counts", the number of nodes in each region.`,
          )
        : undefined,
  },
  {
    reads: ["search_delivery_network", "high_availability"],
    check: ({ search_delivery_network: network, high_availability }) =>
      networkOn(network) && high_availability === false
        ? problem(
            ["high_availability"],
            "A network needs high availability",
            `search_delivery_network "${network}" spreads the cluster over several nodes. Set high_availability = true, or the network to "off".`,
          )
        : undefined,
  },
  {
    reads: ["high_availability", "high_availability_node_count", "search_delivery_network"],
    check: ({ high_availability, high_availability_node_count: count, search_delivery_network: network }) => {
      if (count === null) return undefined;
      const path = ["high_availability_node_count"];
      if (networkOn(network)) {
        return problem(
          path,
          "Node count with a network",
          "It counts the nodes of a cluster in one region; with the network on, leave it out.",
        );
      }
      return high_availability
        ? undefined
        : problem(
            path,
            "Node count without high availability",
            "Set high_availability = true, or leave the node count out.",
          );
    },
  },
  {
    reads: ["high_availability", "search_delivery_network", "region_node_counts"],
    check: ({ high_availability, search_delivery_network: network, region_node_counts: counts }) => {
      if (!counts || high_availability || networkOn(network) || totalNodes(counts) === 1) return undefined;
      return problem(
        ["region_node_counts"],
        "Several nodes without high availability",
        `${totalNodes(counts)} nodes are given. Set high_availability = true, or give one region one node.`,
      );
    },
  },
  {
    reads: ["high_availability_node_count", "region_node_counts"],
    check: ({ high_availability_node_count: count, region_node_counts: counts }) =>
      count === null || !counts || totalNodes(counts) === count
        ? undefined
        : problem(
            ["high_availability_node_count"],
            "Node counts disagree",
            `high_availability_node_count says ${count}, region_node_counts ${totalNodes(counts)}. Give one of them, or the same in both.`,
          ),
  },
  {
    reads: ["high_performance_disk", "high_availability", "search_delivery_network", "vcpu"],
    check: ({ high_performance_disk, high_availability, search_delivery_network: network, vcpu }) => {
      if (!high_performance_disk) return undefined;
      const path = ["high_performance_disk"];
      if (!high_availability && !networkOn(network)) {
        return problem(
          path,
          "High performance disks need high availability",
          "Set high_availability = true, or leave them out.",
        );
      }
      return vcpu.includes("_burst_")
        ? problem(
            path,
            "High performance disks need whole vCPUs",
            `vcpu "${vcpu}" has burst hours. Choose one without, or leave the disks out.`,
          )
        : undefined;
    },
  },
  {
    reads: ["change_schedule"],
    check: ({ change_schedule: schedule }) =>
      schedule?.perform_change_at && schedule.window
        ? problem(
            ["change_schedule", "perform_change_at"],
            "Two schedules",
            'Give "perform_change_at" or a "window", not both.',
          )
        : undefined,
  },
];

function problem(path: readonly string[], summary: string, detail: string): Problem {
  return { path, summary, detail };
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "none" : [...names].sort().join(", ");
}
