import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Memory, Region, Vcpu } from "../../constructs";
import { adviceOnRegions, adviceOnSize } from "../../constructs/advice";
import { REGIONS, VCPUS_BY_MEMORY } from "../../src/api/enumerations";

const strings = (constants: object) =>
  Object.entries(constants).filter((entry): entry is [string, string] => typeof entry[1] === "string");

describe("the constants", () => {
  test.each<[what: string, constants: object, values: readonly string[]]>([
    ["Memory", Memory, Object.keys(VCPUS_BY_MEMORY)],
    ["Vcpu", Vcpu, Object.values(VCPUS_BY_MEMORY).flat()],
    ["Region", Region, REGIONS],
  ])("of %s are the values of the API, and their names say what they hold", (_, constants, values) => {
    expect(new Set(strings(constants).map(([, value]) => value))).toEqual(new Set(values));
    for (const [name, value] of strings(constants)) {
      expect(name.match(/\d+|[A-Z]+/g)).toEqual(expect.arrayContaining(value.match(/\d+/g) ?? []));
    }
  });

  test("can be any other value", () => {
    expect([Memory.of("2048_gb"), Vcpu.of("256_vcpus"), Region.of("warsaw")]).toEqual([
      "2048_gb",
      "256_vcpus",
      "warsaw",
    ]);
    expect([Memory.GB_0_5, Vcpu.VCPUS_8_BURST_4_HOURS, Region.SAO_PAULO]).toEqual([
      "0.5_gb",
      "8_vcpus_4_hr_burst_per_day",
      "sao_paulo",
    ]);
  });
});

describe("advice", () => {
  const variable = new TerraformVariable(new TerraformStack(Testing.app(), "search"), "size", {}).stringValue;

  test.each([
    ["8_gb", "2_vcpus"],
    [variable, "2_vcpus"],
    ["8_gb", variable],
  ])("on %s with %s: none", (memory, vcpu) => {
    expect(adviceOnSize(memory, vcpu)).toBeUndefined();
  });

  test.each([
    ["8gb", "2_vcpus", /^memory "8gb" is not a known option; known are 0\.5_gb, 1_gb, .*1024_gb\. The/],
    ["constructor", "2_vcpus", /^memory "constructor" is not a known option/],
    ["8gb", variable, /^memory "8gb"/],
    [
      "8_gb",
      "8_vcpus",
      /^vcpu "8_vcpus" is not known to go with memory "8_gb", which goes with 2_vcpus_7_hr_burst_per_day, 2_vcpus, 4_vcpus\. The/,
    ],
  ])("on %s with %s", (memory, vcpu, advice) => {
    expect(adviceOnSize(memory, vcpu)).toMatch(advice);
  });

  test("names the regions that are not known, and the known ones", () => {
    expect(adviceOnRegions(["oregon", variable])).toBeUndefined();
    expect(adviceOnRegions(["oregn", "paris", "pariss"])).toMatch(
      /^region "oregn", "pariss" is not known; known are n_california, oregon, .*, sydney\. The/,
    );
  });
});
