import { Token } from "cdktf";
import { type Open, REGIONS } from "../src/api/enumerations";
import {
  DEFAULT_HA_NODES,
  MAX_HA_NODES,
  MAX_NETWORK_REGIONS,
  MIN_HA_NODES,
  MIN_NETWORK_REGIONS,
  MIN_NODES_PER_REGION,
} from "../src/api/limits";
import { check } from "./checks";

type KnownRegion = (typeof REGIONS)[number];

/** A region for nodes: a known one, or one that the service has added since. */
export type Region = Open<KnownRegion>;

type Constants = { readonly [Name in KnownRegion as Uppercase<Name>]: Name };

/** The regions by name: `Region.OREGON` is the same as `"oregon"`. */
export const Region = {
  ...(Object.fromEntries(REGIONS.map((name) => [name.toUpperCase(), name])) as Constants),
  /** A region without a constant. */
  of(name: string): Region {
    return name;
  },
} as const;

/** The attributes of a cluster that a topology sets. */
export interface TopologyAttributes {
  readonly highAvailability: boolean;
  readonly searchDeliveryNetwork: string;
  readonly highAvailabilityNodeCount?: number;
  readonly regions?: string[];
  readonly regionNodeCounts?: { [region: string]: number };
}

/** The number of nodes of a highly available cluster, for messages. */
export const HA_NODES = `${MIN_HA_NODES} to ${MAX_HA_NODES} nodes`;

export function isHighlyAvailable(nodes: number): boolean {
  return Number.isInteger(nodes) && nodes >= MIN_HA_NODES && nodes <= MAX_HA_NODES;
}

const NETWORKS: { readonly [regions: number]: string } = { 3: "3_regions", 5: "5_regions" };

/**
 * The number of nodes of a cluster, and their regions (management API, Request bodies). One of four kinds, so regions, high
 * availability, network and node counts are always consistent. High availability cannot be turned off again.
 */
export class Topology {
  /**
   * One node in one region. Changes take the cluster out of service for 5 to 60 minutes.
   * @throws for an empty name.
   */
  static singleNode(region: Region): Topology {
    checkRegions("Topology.singleNode", [region]);
    return new Topology({ highAvailability: false, searchDeliveryNetwork: "off", regions: [region] });
  }

  /**
   * Several nodes behind a load balancer in one region.
   * @param nodes - number of nodes, 3 to 7. @default 3
   * @throws for any other number of nodes.
   */
  static highAvailability(region: Region, nodes: number = DEFAULT_HA_NODES): Topology {
    checkRegions("Topology.highAvailability", [region]);
    check(
      Token.isUnresolved(nodes) || isHighlyAvailable(nodes),
      `Topology.highAvailability: got ${nodes} nodes, but ${HA_NODES} are possible: use Topology.singleNode for one node.`,
    );
    return new Topology({
      highAvailability: true,
      searchDeliveryNetwork: "off",
      regions: [region],
      highAvailabilityNodeCount: nodes,
    });
  }

  /**
   * A search delivery network with one node in each of three or five regions: the nearest node responds.
   * @throws for any other number of regions, a duplicate region, and a list that is known only at deploy.
   */
  static regions(...regions: Region[]): Topology {
    check(
      !Token.isUnresolved(regions),
      "Topology.regions: got a list known only at deploy, but the network depends on the number of regions: pass the " +
        "regions one by one.",
    );
    checkRegions("Topology.regions", regions);
    const { length } = regions;
    const list =
      length === 0 ? "no region" : `${length} region${length === 1 ? "" : "s"} (${regions.join(", ")})`;
    const network = NETWORKS[length];
    const instead =
      length === 1
        ? "use Topology.singleNode or Topology.highAvailability for one region"
        : "use Topology.nodes for another number";
    check(
      network !== undefined,
      `Topology.regions: got ${list}, but a network has 3 or 5 regions: ${instead}.`,
    );
    const known = regions.filter((name) => !Token.isUnresolved(name));
    check(
      new Set(known).size === known.length,
      `Topology.regions: got ${list}, but each region has one node: use Topology.nodes for several nodes in a region.`,
    );
    return new Topology({ highAvailability: true, searchDeliveryNetwork: network, regions });
  }

  /**
   * A search delivery network with any number of nodes in each of two to seven regions, 3 to 7 in total:
   * `Topology.nodes({ oregon: 3, frankfurt: 2 })`.
   * @throws for any other number of regions or nodes, if known at synthesis.
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

  /** The regions, including unresolved values. */
  get regionNames(): string[] {
    const { regions, regionNodeCounts } = this.checked;
    if (regions !== undefined) return [...regions];
    return Token.isUnresolved(regionNodeCounts) ? [] : Object.keys(regionNodeCounts ?? {});
  }
}

function checkCounts(counts: { [region: string]: number }): void {
  const given = `Topology.nodes: got ${JSON.stringify(counts)}, but`;
  const { length } = Object.keys(counts);
  checkRegions("Topology.nodes", Object.keys(counts));
  check(
    length >= MIN_NETWORK_REGIONS && length <= MAX_NETWORK_REGIONS,
    `${given} ${MIN_NETWORK_REGIONS} to ${MAX_NETWORK_REGIONS} regions are possible: ` +
      "use Topology.highAvailability for several nodes in one region.",
  );
  const known = Object.values(counts).filter((count) => !Token.isUnresolved(count));
  check(
    known.every((count) => Number.isInteger(count) && count >= MIN_NODES_PER_REGION && count <= MAX_HA_NODES),
    `${given} each region has a whole number of nodes, at least 1: leave a region out to have none there.`,
  );
  const total = known.reduce((sum, count) => sum + count, 0);
  check(
    known.length === length ? isHighlyAvailable(total) : total <= MAX_HA_NODES,
    `${given} ${HA_NODES} in total are possible: add or remove nodes.`,
  );
}

function checkRegions(factory: string, regions: readonly string[]): void {
  for (const region of regions) {
    check(
      typeof region === "string" && region.trim() !== "",
      `${factory}: got ${JSON.stringify(region)} for a region, but it must be a name: pass one such as Region.OREGON or "oregon".`,
    );
  }
}
