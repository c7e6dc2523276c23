import { Fn, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import fc from "fast-check";
import { Region, Topology } from "../../constructs";
import { REGIONS } from "../../src/api/enumerations";

describe("the attributes of each kind", () => {
  test.each([
    [
      "singleNode",
      Topology.singleNode("oregon"),
      { highAvailability: false, searchDeliveryNetwork: "off", regions: ["oregon"] },
    ],
    [
      "highAvailability",
      Topology.highAvailability(Region.PARIS),
      {
        highAvailability: true,
        searchDeliveryNetwork: "off",
        regions: ["paris"],
        highAvailabilityNodeCount: 3,
      },
    ],
    [
      "highAvailability with a count",
      Topology.highAvailability("paris", 7),
      {
        highAvailability: true,
        searchDeliveryNetwork: "off",
        regions: ["paris"],
        highAvailabilityNodeCount: 7,
      },
    ],
    [
      "regions, three",
      Topology.regions("oregon", "paris", "tokyo"),
      { highAvailability: true, searchDeliveryNetwork: "3_regions", regions: ["oregon", "paris", "tokyo"] },
    ],
    [
      "regions, five",
      Topology.regions("oregon", "paris", "tokyo", "ohio", "milan"),
      {
        highAvailability: true,
        searchDeliveryNetwork: "5_regions",
        regions: ["oregon", "paris", "tokyo", "ohio", "milan"],
      },
    ],
    [
      "nodes",
      Topology.nodes({ oregon: 3, frankfurt: 2 }),
      {
        highAvailability: true,
        searchDeliveryNetwork: "multi_nodes_per_region",
        regionNodeCounts: { oregon: 3, frankfurt: 2 },
      },
    ],
    [
      "nodes, one in each of seven regions",
      Topology.nodes({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }),
      {
        highAvailability: true,
        searchDeliveryNetwork: "multi_nodes_per_region",
        regionNodeCounts: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 },
      },
    ],
  ])("%s", (_, topology, attributes) => {
    expect(topology.attributes).toStrictEqual(attributes);
  });
});

describe("what is refused", () => {
  test.each<[string, () => Topology, string]>([
    [
      "no name of a region",
      () => Topology.singleNode(" "),
      'Topology.singleNode: got " " for a region, but a region has a name: pass one such as Region.OREGON or "oregon".',
    ],
    [
      "two nodes",
      () => Topology.highAvailability("oregon", 2),
      "Topology.highAvailability: got 2 nodes, but 3 to 7 nodes are possible: use Topology.singleNode for one node.",
    ],
    [
      "eight nodes",
      () => Topology.highAvailability("oregon", 8),
      "got 8 nodes, but 3 to 7 nodes are possible",
    ],
    [
      "half a node",
      () => Topology.highAvailability("oregon", 3.5),
      "got 3.5 nodes, but 3 to 7 nodes are possible",
    ],
    [
      "no region",
      () => Topology.regions(),
      "Topology.regions: got no region, but a network has 3 or 5 regions",
    ],
    [
      "a network of one region",
      () => Topology.regions("oregon"),
      "Topology.regions: got 1 region (oregon), but a network has 3 or 5 regions: " +
        "use Topology.singleNode or Topology.highAvailability for one region.",
    ],
    [
      "a network of four regions",
      () => Topology.regions("oregon", "paris", "tokyo", "ohio"),
      "got 4 regions (oregon, paris, tokyo, ohio), but a network has 3 or 5 regions: use Topology.nodes",
    ],
    [
      "a region twice",
      () => Topology.regions("oregon", "paris", "oregon"),
      "got 3 regions (oregon, paris, oregon), but each region has one node: use Topology.nodes",
    ],
    ["an empty region in a network", () => Topology.regions("oregon", "", "paris"), 'got "" for a region'],
    [
      "nodes in one region",
      () => Topology.nodes({ oregon: 3 }),
      'Topology.nodes: got {"oregon":3}, but 2 to 7 regions are possible: ' +
        "use Topology.highAvailability for several nodes in one region.",
    ],
    [
      "nodes in eight regions",
      () => Topology.nodes({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1 }),
      "but 2 to 7 regions are possible",
    ],
    [
      "two nodes in all",
      () => Topology.nodes({ oregon: 1, paris: 1 }),
      "but 3 to 7 nodes in total are possible",
    ],
    [
      "eight nodes in all",
      () => Topology.nodes({ oregon: 4, paris: 4 }),
      "but 3 to 7 nodes in total are possible",
    ],
    [
      "a region without nodes",
      () => Topology.nodes({ oregon: 3, paris: 0 }),
      "each region has a whole number of nodes, at least 1: leave a region out to have none there",
    ],
    ["half a node in a region", () => Topology.nodes({ oregon: 3.5, paris: 1 }), "a whole number of nodes"],
  ])("%s", (_, make, message) => {
    expect(make).toThrow(message);
  });

  test("any other number of nodes than 3 to 7 in one region", () => {
    fc.assert(
      fc.property(fc.integer(), (nodes) => {
        const make = () => Topology.highAvailability("oregon", nodes);
        if (nodes >= 3 && nodes <= 7) expect(make().attributes.highAvailabilityNodeCount).toBe(nodes);
        else expect(make).toThrow(`got ${nodes} nodes`);
      }),
    );
  });

  test("any counts that do not add up to 3 to 7 nodes in 2 to 7 regions", () => {
    const counts = fc.dictionary(fc.constantFrom(...REGIONS), fc.integer({ min: 1, max: 4 }), {
      maxKeys: 9,
    });
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

describe("values known only at deploy", () => {
  const stack = new TerraformStack(Testing.app(), "search");
  const text = new TerraformVariable(stack, "region", { type: "string" }).stringValue;
  const count = new TerraformVariable(stack, "count", { type: "number" }).numberValue;

  test("a region passes every check", () => {
    expect(Topology.singleNode(text).attributes.regions).toEqual([text]);
    expect(Topology.regions(text, text, "oregon").attributes.searchDeliveryNetwork).toBe("3_regions");
  });

  test("a number of nodes passes", () => {
    expect(Topology.highAvailability("oregon", count).attributes.highAvailabilityNodeCount).toBe(count);
  });

  test("counts are checked as far as they are known", () => {
    expect(Topology.nodes({ oregon: count, paris: 1 }).attributes.regionNodeCounts).toEqual({
      oregon: count,
      paris: 1,
    });
    expect(() => Topology.nodes({ oregon: count, paris: 8 })).toThrow("a whole number of nodes");
    expect(() => Topology.nodes({ oregon: count, paris: 4, tokyo: 4 })).toThrow("3 to 7 nodes in total");
  });

  test("all counts at once pass, and name no region", () => {
    const counts = Token.asNumberMap(Fn.zipmap(["oregon", "paris"], [2, 2]));
    expect(Topology.nodes(counts).attributes.regionNodeCounts).toBe(counts);
    expect(Topology.nodes(counts).regionNames).toEqual([]);
  });

  test("a list of regions cannot decide the network", () => {
    const list = Fn.split(",", text);
    expect(() => Topology.regions(...list)).toThrow(
      "got a list known only at deploy, but the number of regions decides the network: name the regions one by one",
    );
  });
});

test("the regions of a topology do not change with what was passed", () => {
  const counts = { oregon: 2, paris: 1 };
  const topology = Topology.nodes(counts);
  counts.oregon = 9;
  expect(topology.attributes.regionNodeCounts).toEqual({ oregon: 2, paris: 1 });
  expect(topology.regionNames).toEqual(["oregon", "paris"]);
});
