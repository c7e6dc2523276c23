import fc from "fast-check";
import { VCPUS_BY_MEMORY } from "../../../src/api/enumerations";
import { type Capacity, compareCapacity } from "../../../src/provider/api/capacity";

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
  ["8_gb 2_vcpus_7_hr_burst_per_day", "4_gb 2_vcpus_4_hr_burst_per_day", "larger"],
  ["16_gb 4_vcpus_5_hr_burst_per_day", "16_gb 2_vcpus", "larger"],
  ["1024_gb 64_vcpus", "128_gb 4_vcpus", "larger"],
  ["4_gb 4_vcpus", "8_gb 2_vcpus", "incomparable"],
  ["128_gb 4_vcpus", "16_gb 8_vcpus", "incomparable"],
  ["huge 2_vcpus", "8_gb 2_vcpus", "incomparable"],
  ["8_gb quantum", "8_gb 2_vcpus", "incomparable"],
  ["huge quantum", "huge quantum", "same"],
] as const)("%s against %s is %s", (a, b, expected) => {
  const opposite = {
    larger: "smaller",
    smaller: "larger",
    same: "same",
    incomparable: "incomparable",
  } as const;
  expect(compareCapacity(pair(a), pair(b))).toBe(expected);
  expect(compareCapacity(pair(b), pair(a))).toBe(opposite[expected as keyof typeof opposite]);
});

const pairs = fc.constantFrom(
  ...Object.entries(VCPUS_BY_MEMORY).flatMap(([memory, vcpus]) =>
    vcpus.map((vcpu): Capacity => ({ memory, vcpu })),
  ),
);

test("of any two pairs that the service lists, one way is the opposite of the other", () => {
  const opposite = { larger: "smaller", smaller: "larger", same: "same", incomparable: "incomparable" };
  fc.assert(
    fc.property(pairs, pairs, (a, b) => {
      expect(compareCapacity(b, a)).toBe(opposite[compareCapacity(a, b)]);
    }),
  );
});

test("larger than larger is larger", () => {
  fc.assert(
    fc.property(pairs, pairs, pairs, (a, b, c) => {
      fc.pre(compareCapacity(a, b) === "larger" && compareCapacity(b, c) === "larger");
      expect(compareCapacity(a, c)).toBe("larger");
    }),
  );
});
