import fc from "fast-check";
import { UNKNOWN } from "../../../../src/framework";
import type { Topology } from "../../../../src/provider/model/topology";
import { editedTopology, TOPOLOGY_NAMES } from "../../../../src/provider/resources/cluster/planTopology";
import { anyTopology } from "../../shared/changes/kit";
import { config, planCluster, values } from "./kit";

const NONE: Topology = {
  high_availability: null,
  high_availability_node_count: null,
  search_delivery_network: null,
  regions: null,
  region_node_counts: null,
};
const as = (given: Partial<Topology>): Topology => ({ ...NONE, ...given });

/** Returns a topology as in the state: every attribute has a value, null if it does not apply. */
const cluster = (network: string, counts: Record<string, number>, nodes: number | null = null) => ({
  high_availability: network !== "off" || nodes !== null,
  high_availability_node_count: nodes,
  search_delivery_network: network,
  regions: Object.keys(counts),
  region_node_counts: counts,
});
const [THREE_REGIONS, MULTI] = ["3_regions", "multi_nodes_per_region"];
const single = cluster("off", { oregon: 1 });
const nodes = (count: number, region = "oregon") => cluster("off", { [region]: count }, count);
const three = nodes(3);
const network = cluster(THREE_REGIONS, { ohio: 1, oregon: 1, zurich: 1 });
const spread = cluster(MULTI, { oregon: 2, zurich: 3 });

async function plan(given: Partial<Topology>, prior: Topology) {
  const result = await planCluster({
    config: config({ ...NONE, ...given } as Topology as never),
    prior: values({ id: "c-1", name: "products", ...prior } as never),
  });
  const planned = Object.fromEntries(TOPOLOGY_NAMES.map((name) => [name, result.planned[name]]));
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  return { planned, errors: errors.map(({ summary, path }) => [summary, path]) };
}

test.each<[what: string, prior: Topology, given: Partial<Topology>]>([
  ["one node, by region", single, { regions: ["oregon"] }],
  ["three nodes, by count", three, { region_node_counts: { oregon: 3 }, high_availability: true }],
  [
    "a network, by regions in another order",
    network,
    { regions: ["zurich", "ohio", "oregon"], search_delivery_network: THREE_REGIONS },
  ],
  [
    "several nodes in each region",
    spread,
    { region_node_counts: { zurich: 3, oregon: 2 }, search_delivery_network: MULTI },
  ],
  ["an older cluster of two nodes", nodes(2), { regions: ["oregon"], high_availability: true }],
  [
    "a cluster of which the service does not say that the network is off",
    as({ ...single, search_delivery_network: null }),
    { regions: ["oregon"], search_delivery_network: "off" },
  ],
  ["both as they were, of ignore_changes", network, { ...network, search_delivery_network: null }],
])("the same topology in other attributes is not an edit: %s", async (_, prior, given) => {
  expect(editedTopology(as(given), prior)).toBeNull();
  const { planned, errors } = await plan(given, prior);
  for (const name of ["regions", "region_node_counts", "high_availability_node_count"] as const)
    expect(planned[name]).toEqual(prior[name]);
  expect(errors).toEqual([]);
});

const toThree = { regions: ["oregon"], high_availability: true };
const toNetwork = { regions: ["ohio", "oregon", "zurich"], search_delivery_network: THREE_REGIONS };
const toSpread = { region_node_counts: { oregon: 2, zurich: 3 }, search_delivery_network: MULTI };

test.each<[what: string, prior: Topology, given: Partial<Topology>, planned: Topology]>([
  ["one node moves", single, { regions: ["ohio"] }, cluster("off", { ohio: 1 })],
  ["one node to five", single, { ...toThree, high_availability_node_count: 5 }, nodes(5)],
  [
    "one node to four, by count",
    single,
    { region_node_counts: { oregon: 4 }, high_availability: true },
    nodes(4),
  ],
  ["one node to a network", single, toNetwork, network],
  ["five nodes move, and stay five", nodes(5), { ...toThree, regions: ["ohio"] }, nodes(5, "ohio")],
  ["a network to three nodes", network, { ...toThree, search_delivery_network: "off" }, three],
  ["a network to several nodes in each region", network, toSpread, spread],
  [
    "counts win that differ, where ignore_changes brings both",
    three,
    { ...three, region_node_counts: { oregon: 5 }, high_availability_node_count: null },
    nodes(5),
  ],
])("an edit shows its result: %s", async (_, prior, given, planned) => {
  expect(await plan(given, prior)).toEqual({ planned, errors: [] });
});

test("if ignore_changes keeps the counts, the changed regions are the desired ones", () => {
  const given = as({ ...three, regions: ["ohio"] });
  expect(editedTopology(given, three)?.region_node_counts).toEqual({ ohio: 3 });
});

const IMPOSSIBLE = 'Cluster "products" (c-1) cannot have this topology';
const NEVER_OFF = 'High availability of cluster "products" (c-1) cannot be turned off';

test.each<[what: string, prior: Topology, given: Partial<Topology>, path: string, summary: string]>([
  ["a network that is not mentioned stays on", network, { regions: ["oregon"] }, "regions", IMPOSSIBLE],
  [
    "high availability that is not mentioned stays on",
    three,
    { region_node_counts: { oregon: 1 } },
    "region_node_counts",
    IMPOSSIBLE,
  ],
  ["more nodes than allowed", three, { region_node_counts: { oregon: 8 } }, "region_node_counts", IMPOSSIBLE],
  [
    "fewer nodes than a network of several in each region has",
    spread,
    { ...toSpread, region_node_counts: { oregon: 1, zurich: 1 } },
    "region_node_counts",
    IMPOSSIBLE,
  ],
  [
    "high availability off",
    three,
    { regions: ["oregon"], high_availability: false },
    "high_availability",
    NEVER_OFF,
  ],
])("a topology that does not exist is an error: %s", async (_, prior, given, path, summary) => {
  expect((await plan(given, prior)).errors).toEqual([[summary, [path]]]);
});

test.each(TOPOLOGY_NAMES)("with %s unknown, unconfigured values stay", async (name) => {
  const { planned } = await plan({ ...toThree, [name]: UNKNOWN }, network);
  expect(planned).toEqual({ ...network, ...toThree, [name]: UNKNOWN });
});

test("any topology, given by its counts, is planned in full from any other", () => {
  const full = anyTopology.map(({ region_node_counts: counts, ...rest }) =>
    as({ ...rest, region_node_counts: counts, regions: Object.keys(counts ?? {}).sort() }),
  );
  fc.assert(
    fc.property(full, full, (prior, wanted) => {
      const edited = editedTopology({ ...wanted, regions: null, high_availability_node_count: null }, prior);
      if (edited) expect(edited).toEqual(wanted);
      else expect({ ...prior, region_node_counts: null }).toEqual({ ...wanted, region_node_counts: null });
      if (JSON.stringify(prior) === JSON.stringify(wanted)) expect(edited).toBeNull();
    }),
  );
});

test("any configuration can be planned, known or not, valid or not", async () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const anything = fc.record({
    high_availability: maybe(fc.boolean()),
    high_availability_node_count: maybe(fc.integer({ min: 0, max: 9 })),
    search_delivery_network: maybe(
      fc.constantFrom("off", "3_regions", "multi_nodes_per_region", "9_regions"),
    ),
    regions: maybe(fc.uniqueArray(fc.constantFrom("a", "b", "c"))),
    region_node_counts: maybe(fc.dictionary(fc.constantFrom("a", "b", "c"), fc.integer({ min: 0, max: 9 }))),
  });
  await fc.assert(
    fc.asyncProperty(anything, anything, async (given, prior) => {
      const { planned } = await plan(given, prior);
      for (const name of TOPOLOGY_NAMES) {
        // For a configured value, Terraform accepts only the value itself or the prior one.
        if (given[name] !== null) expect([given[name], prior[name]]).toContainEqual(planned[name]);
      }
    }),
  );
});
