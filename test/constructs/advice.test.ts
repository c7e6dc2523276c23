import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Memory, Region, Vcpu } from "../../constructs";
import { adviceOnRegions, adviceOnSize, VCPUS_BY_MEMORY } from "../../constructs/advice";
import { KNOWN_MEMORY } from "../../constructs/memory";
import { KNOWN_REGIONS } from "../../constructs/region";
import { KNOWN_VCPUS } from "../../constructs/vcpu";
import * as api from "../../src/api/enumerations";

describe("the tables are those of the API", () => {
  test("pairs of memory and vcpu", () => {
    expect(VCPUS_BY_MEMORY).toEqual(api.VCPUS_BY_MEMORY);
  });

  test("memory", () => {
    expect(KNOWN_MEMORY).toEqual(Object.keys(api.VCPUS_BY_MEMORY));
  });

  test("vcpu", () => {
    expect([...KNOWN_VCPUS].sort()).toEqual([...new Set(Object.values(api.VCPUS_BY_MEMORY).flat())].sort());
  });

  test("regions", () => {
    expect(KNOWN_REGIONS).toEqual(api.REGIONS);
  });
});

describe("the constants", () => {
  test.each([
    [Memory.GB_0_5, "0.5_gb"],
    [Memory.GB_1024, "1024_gb"],
    [Memory.of("2048_gb"), "2048_gb"],
    [Vcpu.VCPUS_2, "2_vcpus"],
    [Vcpu.VCPUS_8_BURST_4_HOURS, "8_vcpus_4_hr_burst_per_day"],
    [Vcpu.of("256_vcpus"), "256_vcpus"],
    [Region.SAO_PAULO, "sao_paulo"],
    [Region.of("warsaw"), "warsaw"],
  ])("%s", (constant, value) => {
    expect(constant).toBe(value);
  });

  test("say in their names what they hold", () => {
    for (const [name, region] of Object.entries(Region)) {
      if (typeof region === "string") expect(name.toLowerCase()).toBe(region);
    }
    for (const [name, option] of Object.entries(Memory)) {
      if (typeof option === "string") expect(name).toBe(`GB_${option.replace("_gb", "").replace(".", "_")}`);
    }
    for (const [name, option] of Object.entries(Vcpu)) {
      if (typeof option === "string") expect(name.match(/\d+/g)).toEqual(option.match(/\d+/g));
    }
  });
});

describe("advice on the size", () => {
  const variable = new TerraformVariable(new TerraformStack(Testing.app(), "search"), "size", {}).stringValue;

  test.each([
    ["a known pair", "8_gb", "2_vcpus"],
    ["memory known only at deploy", variable, "2_vcpus"],
    ["vcpu known only at deploy", "8_gb", variable],
  ])("none for %s", (_, memory, vcpu) => {
    expect(adviceOnSize(memory, vcpu)).toBeUndefined();
  });

  test.each([
    [
      "unknown memory",
      "8gb",
      "2_vcpus",
      /^memory "8gb" is not a known option; known are 0\.5_gb, 1_gb, .*1024_gb\. If/,
    ],
    [
      "unknown memory of a key that objects have",
      "constructor",
      "2_vcpus",
      /^memory "constructor" is not a known option/,
    ],
    ["memory unknown, vcpu known only at deploy", "8gb", variable, /^memory "8gb"/],
    [
      "an unknown pair",
      "8_gb",
      "8_vcpus",
      /^vcpu "8_vcpus" is not known to go with memory "8_gb", which goes with 2_vcpus_7_hr_burst_per_day, 2_vcpus, 4_vcpus\. If/,
    ],
  ])("some for %s", (_, memory, vcpu, advice) => {
    expect(adviceOnSize(memory, vcpu)).toMatch(advice);
  });

  test("names the regions that are not known, and the known ones", () => {
    expect(adviceOnRegions(["oregon", variable])).toBeUndefined();
    expect(adviceOnRegions(["oregn", "paris", "pariss"])).toMatch(
      /^region "oregn", "pariss" is not known; known are n_california, oregon, .*, sydney\. If/,
    );
  });
});
