import fc from "fast-check";
import { targetCounts, topologyProblem } from "../../../../src/emulator/domain/rules/configuration";

const REGIONS = ["oregon", "tokyo", "paris", "london", "milan", "spain"];
const regions = fc.uniqueArray(fc.constantFrom(...REGIONS), { minLength: 1 });
const nodes = fc.integer({ min: 1, max: 8 });
const counts = fc.dictionary(fc.constantFrom(...REGIONS.slice(1)), nodes, { minKeys: 1 });
const nodeCount = fc.option(fc.integer({ min: 3, max: 7 }));
const place = fc.oneof(
  fc.record({ regions, counts: fc.constant(null), nodeCount }),
  fc.record({ regions: fc.constant(null), counts, nodeCount: fc.constant(null) }),
);
const kind = fc.record({
  highAvailability: fc.constantFrom("yes", "no"),
  network: fc.constantFrom("off", "3_regions", "5_regions", "multi_nodes_per_region"),
});

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const threeToSeven = (numbers: number[]) => sum(numbers) >= 3 && sum(numbers) <= 7;

/** docs/design/api-assumptions.md#topology, written once more as one sentence per kind. */
const LEGAL: Record<string, (nodes: number[]) => boolean> = {
  "no off": (all) => all.join() === "1",
  "yes off": (all) => all.length === 1 && threeToSeven(all),
  "yes 3_regions": (all) => all.join() === "1,1,1",
  "yes 5_regions": (all) => all.join() === "1,1,1,1,1",
  "yes multi_nodes_per_region": (all) => all.length >= 2 && all.length <= 7 && threeToSeven(all),
};

test("a topology is valid if and only if the table has it", () => {
  fc.assert(
    fc.property(kind, place, ({ highAvailability, network }, placed) => {
      const request = { highAvailability, network, ...placed };
      const name = `${highAvailability} ${network}`;
      const legal = LEGAL[name]?.(Object.values(targetCounts(request))) ?? false;
      const countFits = placed.nodeCount === null || name === "yes off";
      const countsGiven = network !== "multi_nodes_per_region" || placed.counts !== null;
      expect(topologyProblem(request) === null).toBe(legal && countFits && countsGiven);
    }),
    { numRuns: 2_000 },
  );
});
