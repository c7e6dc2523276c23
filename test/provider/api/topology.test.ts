import fc from "fast-check";
import {
  networkOn,
  nodeCountsOf,
  oneNodePerRegion,
  regionsOf,
  sameRegions,
  type Topology,
  targetCounts,
  totalNodes,
} from "../../../src/provider/api/topology";
import { record } from "../support";

const NOTHING: Topology = {
  high_availability: null,
  high_availability_node_count: null,
  search_delivery_network: null,
  regions: null,
  region_node_counts: null,
};

test.each<[string, Partial<Topology>, Record<string, number> | undefined]>([
  ["nothing", {}, undefined],
  ["one region", { regions: ["oregon"] }, { oregon: 1 }],
  ["one region, no HA", { regions: ["oregon"], high_availability: false }, { oregon: 1 }],
  ["HA", { regions: ["oregon"], high_availability: true }, { oregon: 3 }],
  [
    "HA of five nodes",
    { regions: ["oregon"], high_availability: true, high_availability_node_count: 5 },
    { oregon: 5 },
  ],
  ["two regions and no network", { regions: ["oregon", "paris"] }, undefined],
  ["no region", { regions: [] }, undefined],
  [
    "three regions",
    { regions: ["oregon", "paris", "tokyo"], search_delivery_network: "3_regions", high_availability: true },
    { oregon: 1, paris: 1, tokyo: 1 },
  ],
  [
    "several nodes for each region, not numbered",
    { regions: ["oregon", "paris"], search_delivery_network: "multi_nodes_per_region" },
    undefined,
  ],
  [
    "several nodes for each region",
    { region_node_counts: { oregon: 2, paris: 1 }, search_delivery_network: "multi_nodes_per_region" },
    { oregon: 2, paris: 1 },
  ],
  ["counts before regions", { regions: ["paris"], region_node_counts: { oregon: 3 } }, { oregon: 3 }],
  ["a network that nobody knows", { regions: ["oregon"], search_delivery_network: "9_regions" }, undefined],
  [
    "a network named like a method",
    { regions: ["oregon"], search_delivery_network: "constructor" },
    undefined,
  ],
])("%s comes down to its counts", (_, topology, expected) => {
  expect(targetCounts({ ...NOTHING, ...topology })).toEqual(expected);
});

test.each([
  [null, false, [1, 1], false],
  ["off", false, [1, 1], false],
  ["3_regions", true, [3, 3], true],
  ["5_regions", true, [5, 5], true],
  ["multi_nodes_per_region", true, [2, 7], false],
  ["9_regions", true, undefined, false],
  ["toString", true, undefined, false],
])("the network %p", (network, on, regions, single) => {
  expect([networkOn(network), regionsOf(network), oneNodePerRegion(network)]).toEqual([on, regions, single]);
});

const regions = fc.constantFrom("oregon", "paris", "tokyo", "__proto__", "constructor");

test("live nodes are counted whatever their order, and no region name is special", () => {
  fc.assert(
    fc.property(fc.array(regions), (live) => {
      const counts = nodeCountsOf(record({ regions: live, region_node_counts: null })) ?? {};
      expect(totalNodes(counts)).toBe(live.length);
      expect(nodeCountsOf(record({ regions: [...live].reverse(), region_node_counts: null })) ?? {}).toEqual(
        counts,
      );
      expect(sameRegions(Object.keys(counts), live)).toBe(true);
    }),
  );
});

test.each([
  [["oregon"], ["oregon"], true],
  [["oregon", "paris"], ["paris", "oregon"], true],
  [["oregon"], ["oregon", "oregon"], true],
  [["oregon", "paris"], ["oregon"], false],
  [["oregon"], ["paris"], false],
  [[], [], true],
])("%j and %j are the same regions: %p", (a, b, expected) => {
  expect(sameRegions(a, b)).toBe(expected);
  expect(sameRegions(b, a)).toBe(expected);
});
