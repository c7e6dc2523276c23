import fc from "fast-check";
import {
  difference,
  foreignPart,
  liveSizing,
  type NewSettings,
  type Sizing,
  withChange,
} from "../../../src/provider/api/sizing";
import {
  afterwards,
  anySizing,
  anyTargetFrom,
  changeOf,
  clusterOf,
  SINGLE,
  shown,
  THREE,
} from "../clusterChange/kit";

describe("liveSizing", () => {
  test.each<[what: string, given: Parameters<typeof clusterOf>[1], changes: Partial<Sizing>]>([
    ["the API's yes and no become true and false", { gpu: "yes" }, { gpu: true }],
    [
      "what the service leaves out is not known",
      { gpu: null, high_availability: null },
      { gpu: null, high_availability: null },
    ],
    ["the target of the topology counts, not the nodes of the moment", { regions: [] }, {}],
    [
      "without a target, the nodes of a cluster in service",
      { region_node_counts: null, regions: ["ohio", "ohio"] },
      { region_node_counts: { ohio: 2 } },
    ],
    [
      "without a target, nothing while it is not in service",
      { region_node_counts: null, regions: ["ohio"], status: "suspended" },
      { region_node_counts: null },
    ],
  ])("%s", (_, given, changes) => {
    expect(liveSizing(clusterOf(SINGLE, given))).toEqual({ ...SINGLE, ...changes });
  });
});

describe("withChange: what runs when the change has succeeded", () => {
  test.each<[what: string, live: Sizing, change: Parameters<typeof changeOf>[0], changes: Partial<Sizing>]>([
    ["a restart", SINGLE, {}, {}],
    [
      "high availability, of three nodes where no number is said",
      SINGLE,
      { new_high_availability: "yes" },
      { high_availability: true, high_availability_node_count: 3, region_node_counts: { oregon: 3 } },
    ],
    [
      "memory of a cluster in two regions with no network, as an older one may be: its topology stays",
      { ...THREE, high_availability_node_count: null, region_node_counts: { oregon: 2, ohio: 2 } },
      { new_memory: "16_gb" },
      { memory: "16_gb" },
    ],
  ])("%s", (_, live, change, changes) => {
    const laid = withChange(live, changeOf(change, live));
    expect(laid).toEqual({ ...live, ...changes });
    const filled = { ...filledIn(laid), ...change };
    // Settings that nobody asked for may be null or filled (docs/design/api-assumptions.md#changes).
    expect(withChange(live, changeOf(filled, live))).toEqual(laid);
  });

  test("what a record repeats of before was not asked for: the service may have raised it since", () => {
    const raised = { ...SINGLE, memory: "16_gb" };
    const change = changeOf({ ...filledIn(SINGLE), new_search_server_version: "31.0" }, SINGLE);
    expect(withChange(raised, change)).toEqual({ ...raised, search_server_version: "31.0" });
  });
});

function filledIn(sizing: Sizing) {
  return Object.fromEntries(Object.entries(shown(sizing)).map(([name, value]) => [`new_${name}`, value]));
}

describe("difference: only what leads from live to the target", () => {
  test.each<[what: string, live: Sizing, target: Sizing, settings: object]>([
    ["no gpu where the service says nothing", { ...SINGLE, gpu: null }, SINGLE, {}],
    ["a gpu that nobody asks for", { ...SINGLE, gpu: true }, { ...SINGLE, gpu: null }, {}],
    ["a version that runs already, said in short", SINGLE, { ...SINGLE, search_server_version: "30" }, {}],
    [
      "a version that only begins alike",
      SINGLE,
      { ...SINGLE, search_server_version: "3" },
      { new_search_server_version: "3" },
    ],
    [
      "a network that is off, where the service says nothing",
      { ...SINGLE, search_delivery_network: null },
      SINGLE,
      {},
    ],
    [
      "a topology that is left to the service",
      THREE,
      { ...THREE, region_node_counts: null, high_availability: null, search_delivery_network: null },
      {},
    ],
    ["high availability off, which cannot be asked for", THREE, { ...THREE, high_availability: false }, {}],
  ])("%s", (_, live, target, settings) => {
    expect(difference(target, live, false)).toEqual(settings);
  });

  test.each<[what: string, live: [string, string], target: [string, string], settings: object]>([
    ["raised in one part only", ["16_gb", "2_vcpus"], ["8_gb", "2_vcpus"], {}],
    [
      "neither larger in both",
      ["16_gb", "2_vcpus"],
      ["8_gb", "4_vcpus"],
      { new_memory: "8_gb", new_vcpu: "4_vcpus" },
    ],
  ])(
    "a capacity that the service may raise: %s",
    (_, [memory, vcpu], [wantedMemory, wantedVcpu], settings) => {
      const live = { ...SINGLE, memory, vcpu };
      const target = { ...SINGLE, memory: wantedMemory, vcpu: wantedVcpu };
      expect(difference(target, live, true)).toEqual(settings);
    },
  );

  const anyEdit = anySizing.chain((live) => fc.tuple(fc.constant(live), anyTargetFrom(live)));

  test("made into a change and laid over live, comes to the target; and the service makes the same of it", () => {
    fc.assert(
      fc.property(anyEdit, ([live, target]) => {
        const settings: NewSettings = difference(target, live, false);
        expect(withChange(live, changeOf(settings, live))).toEqual(target);
        expect(afterwards(live, settings)).toEqual(target);
        expect(difference(target, target, false)).toEqual({});
        // Settings that nobody requested may be null or filled (docs/design/api-assumptions.md#changes).
        const filled = { ...filledIn(target), ...settings };
        expect(withChange(live, changeOf(filled, live))).toEqual(target);
      }),
    );
  });

  test("asks for one kind of node count only, and never for high availability off", () => {
    fc.assert(
      fc.property(anySizing, anySizing, fc.boolean(), (live, target, auto) => {
        const settings = difference(target, live, auto);
        expect("new_region_node_counts" in settings && "new_high_availability_node_count" in settings).toBe(
          false,
        );
        expect(settings.new_high_availability ?? "yes").toBe("yes");
        expect(Object.values(settings)).not.toContain(undefined);
      }),
    );
  });
});

describe("foreignPart: what a change alters", () => {
  test.each<[what: string, change: Parameters<typeof changeOf>[0], part: Partial<Sizing>]>([
    ["a restart", {}, {}],
    ["the same once more", { new_memory: "8_gb", new_region_node_counts: { oregon: 1 } }, {}],
    [
      "high availability and what follows from it",
      { new_high_availability: "yes" },
      { high_availability: true, high_availability_node_count: 3, region_node_counts: { oregon: 3 } },
    ],
  ])("%s", (_, change, part) => {
    expect(foreignPart(SINGLE, changeOf(change))).toEqual(part);
  });
});
