import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Memory, Region, Vcpu } from "../../constructs";
import { regionWarning, sizeWarning } from "../../constructs/checks";
import { REGIONS, VCPUS_BY_MEMORY } from "../../src/api/enumerations";

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

test("a constant is the value of its name", () => {
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
])("advice on %s with %s: %s", (memory, vcpu, advice) => {
  const expected = advice === undefined ? undefined : expect.stringMatching(advice);
  expect(sizeWarning(memory, vcpu)).toEqual(expected);
});

test("advice on regions has those that are not known, and the known ones", () => {
  expect(regionWarning(["oregon", variable])).toBeUndefined();
  expect(regionWarning(["oregn", "paris", "pariss"])).toMatch(
    /^region "oregn", "pariss" is unknown\. Known regions: n_california, oregon, .*, sydney\. The service/,
  );
});
