import fc from "fast-check";
import { VCPUS_BY_MEMORY } from "../../../src/api/enumerations";
import { type Capacity, compareCapacity } from "../../../src/provider/model/capacity";

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
