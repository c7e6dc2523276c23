import fc from "fast-check";
import { targetCounts, topologyProblem } from "../../../src/emulator/rules/topology";

const regions = fc.uniqueArray(fc.constantFrom("oregon", "tokyo", "paris", "london", "milan", "spain"), {
  minLength: 1,
});
const counts = fc.dictionary(
  fc.constantFrom("oregon", "tokyo", "paris", "london", "milan"),
  fc.integer({ min: 1, max: 8 }),
  {
    minKeys: 1,
  },
);
const request = fc
  .record({
    highAvailability: fc.constantFrom("yes", "no"),
    network: fc.constantFrom("off", "3_regions", "5_regions", "multi_nodes_per_region"),
    place: fc.oneof(
      regions.map((some) => ({ regions: some, counts: null })),
      counts.map((some) => ({ regions: null, counts: some })),
    ),
    nodeCount: fc.option(fc.integer({ min: 3, max: 7 })),
  })
  .map(({ place, nodeCount, ...rest }) => ({
    ...rest,
    ...place,
    nodeCount: place.counts ? null : nodeCount,
  }));

/** docs/design/api-assumptions.md#topology, written once more as one sentence per kind. */
const LEGAL: Record<string, (nodes: number[]) => boolean> = {
  "no off": (nodes) => nodes.length === 1 && nodes[0] === 1,
  "yes off": (nodes) => nodes.length === 1 && sum(nodes) >= 3 && sum(nodes) <= 7,
  "yes 3_regions": (nodes) => nodes.join() === "1,1,1",
  "yes 5_regions": (nodes) => nodes.join() === "1,1,1,1,1",
  "yes multi_nodes_per_region": (nodes) =>
    nodes.length >= 2 && nodes.length <= 7 && sum(nodes) >= 3 && sum(nodes) <= 7,
};

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

test("a topology is built if and only if the table has it", () => {
  fc.assert(
    fc.property(request, (asked) => {
      const kind = `${asked.highAvailability} ${asked.network}`;
      const legal = LEGAL[kind]?.(Object.values(targetCounts(asked))) ?? false;
      const countFits = asked.nodeCount === null || kind === "yes off";
      const countsGiven = asked.network !== "multi_nodes_per_region" || asked.counts !== null;
      expect(topologyProblem(asked) === null).toBe(legal && countFits && countsGiven);
    }),
    { numRuns: 2_000 },
  );
});
