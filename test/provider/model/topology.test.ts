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
} from "../../../src/provider/model/topology";
import { record } from "../support";

const NOTHING: Topology = {
  high_availability: null,
  high_availability_node_count: null,
  search_delivery_network: null,
  regions: null,
  region_node_counts: null,
};
const ONE = { regions: ["oregon"] };
const TWO = { regions: ["oregon", "paris"] };
const HA = { ...ONE, high_availability: true };

test.each<[string, Partial<Topology>, Record<string, number> | undefined]>([
  ["nothing", {}, undefined],
  ["no region", { regions: [] }, undefined],
  ["one region", ONE, { oregon: 1 }],
  ["HA", HA, { oregon: 3 }],
  ["HA of five nodes", { ...HA, high_availability_node_count: 5 }, { oregon: 5 }],
  ["two regions and no network", TWO, undefined],
  ["one node per region", { ...TWO, search_delivery_network: "3_regions" }, { oregon: 1, paris: 1 }],
  ["several nodes per region", { ...TWO, search_delivery_network: "multi_nodes_per_region" }, undefined],
  ["counts before regions", { ...ONE, region_node_counts: { paris: 3 } }, { paris: 3 }],
  ["a network that nobody knows", { ...ONE, search_delivery_network: "constructor" }, undefined],
])("%s is reduced to its counts", (_, topology, expected) => {
  expect(targetCounts({ ...NOTHING, ...topology })).toEqual(expected);
});

test.each([
  [null, false, [1, 1], false],
  ["off", false, [1, 1], false],
  ["3_regions", true, [3, 3], true],
  ["5_regions", true, [5, 5], true],
  ["multi_nodes_per_region", true, [2, 7], false],
  ["toString", true, undefined, false],
])("the network %p", (network, on, regions, single) => {
  expect([networkOn(network), regionsOf(network), oneNodePerRegion(network)]).toEqual([on, regions, single]);
});

const regions = fc.constantFrom("oregon", "paris", "tokyo", "__proto__", "constructor");

test("live nodes are counted whatever their order, and no region name is special", () => {
  fc.assert(
    fc.property(fc.array(regions), (live) => {
      const counts = (nodes: string[]) =>
        nodeCountsOf(record({ regions: nodes, region_node_counts: null })) ?? {};
      expect(totalNodes(counts(live))).toBe(live.length);
      expect(counts([...live].reverse())).toEqual(counts(live));
      expect(sameRegions(Object.keys(counts(live)), live)).toBe(true);
    }),
  );
});

test.each([
  [["oregon", "paris"], ["paris", "oregon"], true],
  [["oregon"], ["oregon", "oregon"], true],
  [["oregon", "paris"], ["oregon"], false],
  [["oregon"], ["paris"], false],
])("%j and %j are the same regions: %p", (a, b, expected) => {
  expect(sameRegions(a, b)).toBe(expected);
  expect(sameRegions(b, a)).toBe(expected);
});
