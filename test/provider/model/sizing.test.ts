import fc from "fast-check";
import { VCPUS_BY_MEMORY } from "../../../src/api/enumerations";
import type { NewSettings } from "../../../src/api/requests";
import {
  type Capacity,
  compareCapacity,
  difference,
  foreignPart,
  liveSizing,
  type Sizing,
  withChange,
} from "../../../src/provider/model/sizing";
import { afterwards, anySizing, changeOf, clusterOf, SINGLE, shown, THREE } from "../shared/changes/kit";

/** Fills in the unaltered values, which may also be null, on the record of a change (docs/design/api-assumptions.md#changes). */
const filledIn = (sizing: Sizing) =>
  Object.fromEntries(Object.entries(shown(sizing)).map(([name, value]) => [`new_${name}`, value]));
const OF_THREE = {
  high_availability: true,
  high_availability_node_count: 3,
  region_node_counts: { oregon: 3 },
};

test.each<[what: string, given: Parameters<typeof clusterOf>[1], changes: Partial<Sizing>]>([
  ["the API's yes and no become true and false", { gpu: "yes" }, { gpu: true }],
  ["what the service leaves out is not known", { gpu: null }, { gpu: null }],
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
])("the live sizing: %s", (_, given, changes) => {
  expect(liveSizing(clusterOf(SINGLE, given))).toEqual({ ...SINGLE, ...changes });
});

describe("the live sizing after a successful change", () => {
  test.each<[what: string, live: Sizing, change: Parameters<typeof changeOf>[0], changes: Partial<Sizing>]>([
    ["a restart", SINGLE, {}, {}],
    ["the same once more", SINGLE, { new_memory: "8_gb", new_region_node_counts: { oregon: 1 } }, {}],
    [
      "high availability, of three nodes where no number is said",
      SINGLE,
      { new_high_availability: "yes" },
      OF_THREE,
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
    expect(foreignPart(live, changeOf(change, live))).toEqual(changes);
    expect(withChange(live, changeOf({ ...filledIn(laid), ...change }, live))).toEqual(laid);
  });

  test("former values in a record were not requested: the service may have raised them since", () => {
    const raised = { ...SINGLE, memory: "16_gb" };
    const change = changeOf({ ...filledIn(SINGLE), new_search_server_version: "31.0" }, SINGLE);
    expect(withChange(raised, change)).toEqual({ ...raised, search_server_version: "31.0" });
  });
});

describe("difference: only the settings that lead from live to the target", () => {
  test.each<[what: string, live: Partial<Sizing>, target: Partial<Sizing>, settings: object]>([
    ["no gpu where the service says nothing", { gpu: null }, {}, {}],
    ["what nobody requests", { gpu: true }, { gpu: null, high_availability: null }, {}],
    ["a version that runs already, said in short", {}, { search_server_version: "30" }, {}],
    [
      "a version that only begins alike",
      {},
      { search_server_version: "3" },
      { new_search_server_version: "3" },
    ],
    ["a network that is off, where the service says nothing", { search_delivery_network: null }, {}, {}],
    [
      "a topology that is left to the service",
      THREE,
      { region_node_counts: null, high_availability: null, search_delivery_network: null },
      {},
    ],
    ["high availability off, which cannot be requested", THREE, { ...THREE, high_availability: false }, {}],
  ])("%s", (_, live, target, settings) => {
    expect(difference({ ...SINGLE, ...target }, { ...SINGLE, ...live }, false)).toEqual(settings);
  });

  test.each<[vcpu: string, settings: object]>([
    ["2_vcpus", {}],
    ["4_vcpus", { new_memory: "8_gb", new_vcpu: "4_vcpus" }],
  ])("16_gb and 2_vcpus, which the service may raise, where 8_gb and %s are configured", (vcpu, settings) => {
    expect(difference({ ...SINGLE, vcpu }, { ...SINGLE, memory: "16_gb" }, true)).toEqual(settings);
  });

  // High availability cannot be turned off.
  const anyEdit = fc
    .tuple(anySizing, anySizing)
    .filter(([live, target]) => target.high_availability === true || live.high_availability !== true);

  test("applied to live as a change, yields the target, here and at the service", () => {
    fc.assert(
      fc.property(anyEdit, ([live, target]) => {
        const settings: NewSettings = difference(target, live, false);
        expect(afterwards(live, settings)).toEqual(target);
        for (const filled of [{}, filledIn(target)])
          expect(withChange(live, changeOf({ ...filled, ...settings }, live))).toEqual(target);
        expect(difference(target, target, false)).toEqual({});
      }),
    );
  });

  test("requests one kind of node count only, and never high availability off", () => {
    fc.assert(
      fc.property(anySizing, anySizing, fc.boolean(), (live, target, auto) => {
        const settings = difference(target, live, auto);
        const kinds = ["new_region_node_counts", "new_high_availability_node_count"];
        expect(kinds.filter((kind) => kind in settings).length).toBeLessThanOrEqual(1);
        expect(settings.new_high_availability ?? "yes").toBe("yes");
        expect(Object.values(settings)).not.toContain(undefined);
      }),
    );
  });
});

const OPPOSITE = {
  larger: "smaller",
  smaller: "larger",
  same: "same",
  incomparable: "incomparable",
} as const;

const pair = (text: string): Capacity => {
  const [memory = "", vcpu = ""] = text.split(" ");
  return { memory, vcpu };
};

test.each([
  ["8_gb 2_vcpus", "8_gb 2_vcpus", "same"],
  ["16_gb 4_vcpus", "8_gb 2_vcpus", "larger"],
  ["16_gb 2_vcpus", "8_gb 2_vcpus", "larger"],
  ["8_gb 4_vcpus", "8_gb 2_vcpus", "larger"],
  ["1_gb 2_vcpus_2_hr_burst_per_day", "0.5_gb 2_vcpus_1_hr_burst_per_day", "larger"],
  ["4_gb 2_vcpus", "4_gb 2_vcpus_4_hr_burst_per_day", "larger"],
  ["16_gb 4_vcpus_5_hr_burst_per_day", "16_gb 2_vcpus", "larger"],
  ["4_gb 4_vcpus", "8_gb 2_vcpus", "incomparable"],
  ["huge 2_vcpus", "8_gb 2_vcpus", "incomparable"],
  ["8_gb quantum", "8_gb 2_vcpus", "incomparable"],
  ["huge quantum", "huge quantum", "same"],
] as const)("%s against %s is %s", (a, b, expected) => {
  expect(compareCapacity(pair(a), pair(b))).toBe(expected);
  expect(compareCapacity(pair(b), pair(a))).toBe(OPPOSITE[expected]);
});

const pairs = fc.constantFrom(
  ...Object.entries(VCPUS_BY_MEMORY).flatMap(([memory, vcpus]) => vcpus.map((vcpu) => ({ memory, vcpu }))),
);

test("of any pairs that the service lists, one way is the opposite of the other, and larger than larger is larger", () => {
  fc.assert(
    fc.property(pairs, pairs, pairs, (a, b, c) => {
      expect(compareCapacity(b, a)).toBe(OPPOSITE[compareCapacity(a, b)]);
      if (compareCapacity(a, b) === "larger" && compareCapacity(b, c) === "larger")
        expect(compareCapacity(a, c)).toBe("larger");
    }),
    { numRuns: 500 },
  );
});
