import { Token } from "cdktf";
import {
  DEFAULT_HA_NODES,
  MAX_HA_NODES,
  MAX_NETWORK_REGIONS,
  MIN_HA_NODES,
  MIN_NETWORK_REGIONS,
  MIN_NODES_PER_REGION,
} from "../src/api/limits";
import type { Region } from "./region";

/** The attributes of a cluster that a topology sets. */
export interface TopologyAttributes {
  readonly highAvailability: boolean;
  readonly searchDeliveryNetwork: string;
  readonly highAvailabilityNodeCount?: number;
  readonly regions?: string[];
  readonly regionNodeCounts?: { [region: string]: number };
}

const NETWORKS: { readonly [regions: number]: string } = { 3: "3_regions", 5: "5_regions" };

/**
 * How many nodes a cluster has and where they run (management API, Request bodies). One of four kinds, so that regions,
 * high availability, network and node counts always agree. High availability cannot be turned off again.
 */
export class Topology {
  /**
   * One node in one region. A change of the cluster takes it out of service for 5 to 60 minutes.
   *
   * @throws for an empty name.
   */
  static singleNode(region: Region): Topology {
    const regions = [checkedRegion("Topology.singleNode", region)];
    return new Topology({ highAvailability: false, searchDeliveryNetwork: "off", regions });
  }

  /**
   * Several nodes behind a load balancer in one region.
   *
   * @param nodes - how many, 3 to 7. @default 3
   * @throws for another number of nodes.
   */
  static highAvailability(region: Region, nodes: number = DEFAULT_HA_NODES): Topology {
    const maker = "Topology.highAvailability";
    if (!Token.isUnresolved(nodes) && !isBetween(nodes, MIN_HA_NODES, MAX_HA_NODES)) {
      refuse(
        maker,
        `got ${nodes} nodes`,
        `${MIN_HA_NODES} to ${MAX_HA_NODES} nodes are possible`,
        "use Topology.singleNode for one node",
      );
    }
    return new Topology({
      highAvailability: true,
      searchDeliveryNetwork: "off",
      regions: [checkedRegion(maker, region)],
      highAvailabilityNodeCount: nodes,
    });
  }

  /**
   * A search delivery network with one node in each of three or five regions: the nearest node answers.
   *
   * @throws for another number of regions, a region that is named twice, and a list that is known only at deploy.
   */
  static regions(...regions: Region[]): Topology {
    const maker = "Topology.regions";
    if (Token.isUnresolved(regions)) {
      refuse(
        maker,
        "got a list known only at deploy",
        "the number of regions decides the network",
        "name the regions one by one",
      );
    }
    const names = regions.map((region) => checkedRegion(maker, region));
    const network = NETWORKS[names.length];
    if (network === undefined) {
      const instead =
        names.length === 1
          ? "use Topology.singleNode or Topology.highAvailability for one region"
          : "use Topology.nodes for another number";
      refuse(maker, `got ${listed(names)}`, "a network has 3 or 5 regions", instead);
    }
    const repeated = names.filter(
      (name, index) => !Token.isUnresolved(name) && names.indexOf(name) !== index,
    );
    if (repeated.length > 0) {
      refuse(
        maker,
        `got ${listed(names)}`,
        "each region has one node",
        "use Topology.nodes for several nodes in a region",
      );
    }
    return new Topology({ highAvailability: true, searchDeliveryNetwork: network, regions: names });
  }

  /**
   * A search delivery network with a number of nodes of its own in each of two to seven regions, 3 to 7 in total:
   * `Topology.nodes({ oregon: 3, frankfurt: 2 })`.
   *
   * @throws for other numbers of regions or nodes, as far as they are known at synthesis.
   */
  static nodes(counts: { [region: string]: number }): Topology {
    if (!Token.isUnresolved(counts)) checkCounts(counts);
    return new Topology({
      highAvailability: true,
      searchDeliveryNetwork: "multi_nodes_per_region",
      regionNodeCounts: Token.isUnresolved(counts) ? counts : { ...counts },
    });
  }

  private constructor(private readonly checked: TopologyAttributes) {}

  /** The attributes of a cluster. */
  get attributes(): TopologyAttributes {
    return this.checked;
  }

  /** Its regions, unresolved values included. */
  get regionNames(): string[] {
    const { regions, regionNodeCounts } = this.checked;
    if (regions !== undefined) return [...regions];
    return Token.isUnresolved(regionNodeCounts) ? [] : Object.keys(regionNodeCounts ?? {});
  }
}

function checkCounts(counts: { [region: string]: number }): void {
  const maker = "Topology.nodes";
  const given = `got ${JSON.stringify(counts)}`;
  const regions = Object.keys(counts).map((region) => checkedRegion(maker, region));
  if (!isBetween(regions.length, MIN_NETWORK_REGIONS, MAX_NETWORK_REGIONS)) {
    refuse(
      maker,
      given,
      `${MIN_NETWORK_REGIONS} to ${MAX_NETWORK_REGIONS} regions are possible`,
      "use Topology.highAvailability for several nodes in one region",
    );
  }
  const known = Object.values(counts).filter((count) => !Token.isUnresolved(count));
  if (known.some((count) => !isBetween(count, MIN_NODES_PER_REGION, MAX_HA_NODES))) {
    refuse(
      maker,
      given,
      "each region has a whole number of nodes, at least 1",
      "leave a region out to have none there",
    );
  }
  const total = known.reduce((sum, count) => sum + count, 0);
  const allKnown = known.length === regions.length;
  if (total > MAX_HA_NODES || (allKnown && total < MIN_HA_NODES)) {
    refuse(
      maker,
      given,
      `${MIN_HA_NODES} to ${MAX_HA_NODES} nodes in total are possible`,
      "add or remove nodes",
    );
  }
}

function checkedRegion(maker: string, region: string): string {
  if (typeof region === "string" && region.trim() !== "") return region;
  return refuse(
    maker,
    `got ${JSON.stringify(region)} for a region`,
    "a region has a name",
    'pass one such as Region.OREGON or "oregon"',
  );
}

function isBetween(count: number, least: number, most: number): boolean {
  return Number.isInteger(count) && count >= least && count <= most;
}

function listed(names: readonly string[]): string {
  return names.length === 0
    ? "no region"
    : `${names.length} region${names.length === 1 ? "" : "s"} (${names.join(", ")})`;
}

function refuse(maker: string, given: string, allowed: string, instead: string): never {
  throw new Error(`${maker}: ${given}, but ${allowed}: ${instead}.`);
}
