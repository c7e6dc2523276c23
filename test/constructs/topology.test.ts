import { Fn, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import fc from "fast-check";
import { Memory, Region, Topology, type TopologyAttributes, Vcpu } from "../../constructs";
import { regionWarning, sizeWarning } from "../../constructs/checks";
import { REGIONS, VCPUS_BY_MEMORY } from "../../src/api/enumerations";

const five = ["oregon", "paris", "tokyo", "ohio", "milan"];
const seven = { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 };
const highAvailability = true;

test.each<[Topology, TopologyAttributes]>([
  [
    Topology.singleNode("oregon"),
    { highAvailability: false, searchDeliveryNetwork: "off", regions: ["oregon"] },
  ],
  ...([undefined, 7] as const).map((nodes): [Topology, TopologyAttributes] => {
    const attributes = { highAvailability, searchDeliveryNetwork: "off", regions: ["paris"] };
    return [
      Topology.highAvailability(Region.PARIS, nodes),
      { ...attributes, highAvailabilityNodeCount: nodes ?? 3 },
    ];
  }),
  ...[3, 5].map((count): [Topology, TopologyAttributes] => [
    Topology.regions(...five.slice(0, count)),
    { highAvailability, searchDeliveryNetwork: `${count}_regions`, regions: five.slice(0, count) },
  ]),
  [
    Topology.nodes(seven),
    { highAvailability, searchDeliveryNetwork: "multi_nodes_per_region", regionNodeCounts: seven },
  ],
])("%j", (topology, attributes) => {
  expect(topology.attributes).toStrictEqual(attributes);
});

describe("rejects", () => {
  test.each<[message: string, make: () => Topology]>([
    [
      'Topology.singleNode: got " " for a region, but it must be a name: pass one such as Region.OREGON or "oregon".',
      () => Topology.singleNode(" "),
    ],
    [
      "Topology.highAvailability: got 2 nodes, but 3 to 7 nodes are possible: use Topology.singleNode for one node.",
      () => Topology.highAvailability("oregon", 2),
    ],
    ["got 3.5 nodes, but", () => Topology.highAvailability("oregon", 3.5)],
    ["Topology.regions: got no region, but a network has 3 or 5 regions", () => Topology.regions()],
    [
      "Topology.regions: got 1 region (oregon), but a network has 3 or 5 regions: " +
        "use Topology.singleNode or Topology.highAvailability for one region.",
      () => Topology.regions("oregon"),
    ],
    [
      "got 4 regions (oregon, paris, tokyo, ohio), but a network has 3 or 5 regions: use Topology.nodes",
      () => Topology.regions("oregon", "paris", "tokyo", "ohio"),
    ],
    [
      "got 3 regions (oregon, paris, oregon), but each region has one node: use Topology.nodes",
      () => Topology.regions("oregon", "paris", "oregon"),
    ],
    [
      'Topology.nodes: got {"oregon":3}, but 2 to 7 regions are possible: ' +
        "use Topology.highAvailability for several nodes in one region.",
      () => Topology.nodes({ oregon: 3 }),
    ],
    ["but 2 to 7 regions are possible", () => Topology.nodes({ ...seven, h: 1 })],
    ["but 3 to 7 nodes in total are possible", () => Topology.nodes({ oregon: 1, paris: 1 })],
    [
      "each region has a whole number of nodes, at least 1: leave a region out to have none there",
      () => Topology.nodes({ oregon: 3, paris: 0 }),
    ],
  ])("%s", (message, make) => {
    expect(make).toThrow(message);
  });

  test("all counts outside of 3 to 7 nodes in 2 to 7 regions", () => {
    const counts = fc.dictionary(fc.constantFrom(...REGIONS), fc.integer({ min: 1, max: 4 }), { maxKeys: 9 });
    fc.assert(
      fc.property(counts, (given) => {
        const regions = Object.keys(given).length;
        const total = Object.values(given).reduce((sum, count) => sum + count, 0);
        const make = () => Topology.nodes(given);
        if (regions >= 2 && regions <= 7 && total >= 3 && total <= 7) {
          expect({ ...make().attributes.regionNodeCounts }).toEqual({ ...given });
        } else expect(make).toThrow(/2 to 7 regions|3 to 7 nodes in total/);
      }),
    );
  });
});

describe("known only at deploy", () => {
  const stack = new TerraformStack(Testing.app(), "search");
  const text = new TerraformVariable(stack, "region", { type: "string" }).stringValue;
  const count = new TerraformVariable(stack, "count", { type: "number" }).numberValue;

  test("accepts an unknown region, number of nodes, and counts", () => {
    expect(Topology.regions(text, text, "oregon").attributes.searchDeliveryNetwork).toBe("3_regions");
    expect(Topology.highAvailability("oregon", count).attributes.highAvailabilityNodeCount).toBe(count);
    const counts = Token.asNumberMap(Fn.zipmap(["oregon", "paris"], [2, 2]));
    expect(Topology.nodes(counts).attributes.regionNodeCounts).toBe(counts);
    expect(Topology.nodes(counts).regionNames).toEqual([]);
  });

  test("checks the known counts", () => {
    const regionNodeCounts = { oregon: count, paris: 1 };
    expect(Topology.nodes(regionNodeCounts).attributes.regionNodeCounts).toEqual(regionNodeCounts);
    expect(() => Topology.nodes({ oregon: count, paris: 8 })).toThrow("a whole number of nodes");
    expect(() => Topology.nodes({ oregon: count, paris: 4, tokyo: 4 })).toThrow("3 to 7 nodes in total");
  });

  test("rejects an unknown list of regions", () => {
    expect(() => Topology.regions(...Fn.split(",", text))).toThrow(
      "got a list known only at deploy, but the network depends on the number of regions: pass the regions one by one",
    );
  });
});

test("does not change with the object that was passed", () => {
  const counts = { oregon: 2, paris: 1 };
  const topology = Topology.nodes(counts);
  counts.oregon = 9;
  expect(topology.attributes.regionNodeCounts).toEqual({ oregon: 2, paris: 1 });
  expect(topology.regionNames).toEqual(["oregon", "paris"]);
});

test.each<[what: string, constants: object, of: (value: string) => string, values: readonly string[]]>([
  ["Memory", Memory, Memory.of, Object.keys(VCPUS_BY_MEMORY)],
  ["Vcpu", Vcpu, Vcpu.of, Object.values(VCPUS_BY_MEMORY).flat()],
  ["Region", Region, Region.of, REGIONS],
])(
  "the constants of %s are the values of the API, named as they read, beside any other value",
  (_, constants, of, values) => {
    const named = Object.entries(constants).filter(([, value]) => typeof value === "string");
    expect(new Set(named.map(([, value]) => value))).toEqual(new Set(values));
    for (const [name, value] of named) {
      expect(name.match(/\d+|[A-Z]+/g)).toEqual(expect.arrayContaining(value.match(/\d+/g) ?? []));
    }
    expect(of("another")).toBe("another");
  },
);

test("constants equal their values", () => {
  const { GB_0_5 } = Memory;
  expect([GB_0_5, Vcpu.VCPUS_8_BURST_4_HOURS, Region.SAO_PAULO]).toEqual([
    "0.5_gb",
    "8_vcpus_4_hr_burst_per_day",
    "sao_paulo",
  ]);
});

const variable = new TerraformVariable(new TerraformStack(Testing.app(), "search"), "size", {}).stringValue;

test.each<[memory: string, vcpu: string, advice: RegExp | undefined]>([
  ["8_gb", "2_vcpus", undefined],
  [variable, "2_vcpus", undefined],
  ["8_gb", variable, undefined],
  [
    "8gb",
    variable,
    /^memory "8gb" is not a known option\. Known options: 0\.5_gb, 1_gb, .*1024_gb\. The service/,
  ],
  ["constructor", "2_vcpus", /^memory "constructor" is not a known option/],
  [
    "8_gb",
    "8_vcpus",
    /^vcpu "8_vcpus" is not a known option for memory "8_gb"\. Known options: 2_vcpus_7_hr_burst_per_day, 2_vcpus, 4_vcpus\. The service/,
  ],
])("a warning about %s with %s: %s", (memory, vcpu, advice) => {
  const expected = advice === undefined ? undefined : expect.stringMatching(advice);
  expect(sizeWarning(memory, vcpu)).toEqual(expected);
});

test("warns about unknown regions, and lists the known ones", () => {
  expect(regionWarning(["oregon", variable])).toBeUndefined();
  expect(regionWarning(["oregn", "paris", "pariss"])).toMatch(
    /^region "oregn", "pariss" is unknown\. Known regions: n_california, oregon, .*, sydney\. The service/,
  );
});
