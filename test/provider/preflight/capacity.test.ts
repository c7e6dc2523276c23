import { warnOfCapacity } from "../../../src/provider/preflight/capacity";
import { listing } from "./kit";

async function said(options: Record<string, unknown> | null, memory: string, vcpu: string, gpu = false) {
  const plan = listing(options);
  await warnOfCapacity(plan, "it", {
    memory: { what: "memory", value: memory, path: ["memory"] },
    vcpu: { what: "vcpu", value: vcpu, path: ["vcpu"] },
    ...(gpu && { gpuAt: ["gpu"] }),
  });
  return plan.said.map(({ summary, path }) => [summary.replace("The service may refuse it: ", ""), path]);
}

const TIED = {
  memory: [
    { name: "8_gb", vcpu: ["2_vcpus", "6_vcpus"] },
    { name: "7_gb", vcpu: ["6_vcpus"] },
  ],
};
const LOOSE = { memory: ["8_gb", "7_gb"], vcpu: ["2_vcpus", "4_vcpus", "6_vcpus"] };

test.each<[string, Record<string, unknown> | null, string, string, unknown[]]>([
  ["a pair that the service ties", TIED, "8_gb", "6_vcpus", []],
  [
    "one that only the tables tie",
    TIED,
    "8_gb",
    "4_vcpus",
    [['memory "8_gb" with vcpu "4_vcpus"', ["vcpu"]]],
  ],
  [
    "two that are listed, not together",
    TIED,
    "7_gb",
    "2_vcpus",
    [['memory "7_gb" with vcpu "2_vcpus"', ["vcpu"]]],
  ],
  ["two that nothing ties but the tables", LOOSE, "8_gb", "4_vcpus", []],
  [
    "two that the tables do not tie",
    LOOSE,
    "8_gb",
    "6_vcpus",
    [['memory "8_gb" with vcpu "6_vcpus"', ["vcpu"]]],
  ],
  ["a new memory that nobody ties to anything", LOOSE, "7_gb", "6_vcpus", []],
  ["the same with a vcpu that is not listed", LOOSE, "7_gb", "9_vcpus", [['vcpu "9_vcpus"', ["vcpu"]]]],
  ["a vcpu that is not listed", TIED, "8_gb", "9_vcpus", [['memory "8_gb" with vcpu "9_vcpus"', ["vcpu"]]]],
  ["a memory that is not listed", LOOSE, "9_gb", "6_vcpus", [['memory "9_gb"', ["memory"]]]],
  [
    "neither is listed",
    LOOSE,
    "9_gb",
    "9_vcpus",
    [
      ['memory "9_gb"', ["memory"]],
      ['vcpu "9_vcpus"', ["vcpu"]],
    ],
  ],
  ["no options: a known pair", null, "16_gb", "4_vcpus_5_hr_burst_per_day", []],
  [
    "no options: an unknown pair",
    null,
    "16_gb",
    "16_vcpus",
    [['memory "16_gb" with vcpu "16_vcpus"', ["vcpu"]]],
  ],
])("%s", async (_, options, memory, vcpu, expected) => {
  expect(await said(options, memory, vcpu)).toEqual(expected);
});

test.each<[string, string, string, unknown[]]>([
  ["a pair with one", "8_gb", "4_vcpus", []],
  ["a pair without", "8_gb", "2_vcpus", [['a GPU with memory "8_gb" and vcpu "2_vcpus"', ["gpu"]]]],
  ["a wrong pair, which is enough", "8_gb", "8_vcpus", [['memory "8_gb" with vcpu "8_vcpus"', ["vcpu"]]]],
])("a GPU with %s", async (_, memory, vcpu, expected) => {
  expect(await said(null, memory, vcpu, true)).toEqual(expected);
});

test("says which options the memory has, and whose word that is", async () => {
  const plan = async (options: Record<string, unknown> | null) => {
    const fake = listing(options);
    const value = (what: string, text: string) => ({ what, value: text, path: [what] });
    await warnOfCapacity(fake, "it", { memory: value("memory", "8_gb"), vcpu: value("vcpu", "16_vcpus") });
    return fake.said.map(({ detail }) => detail);
  };
  const listed = { "8_gb": ["2_vcpus", "4_vcpus"], "64_gb": ["16_vcpus"] };
  expect(await plan(listed)).toEqual([
    'Its cluster options list for this memory: "2_vcpus", "4_vcpus". The service decides when it is applied.',
  ]);
  expect(await plan(null)).toEqual([
    'The tables of this provider list for this memory: "2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus". ' +
      "They can be out of date, so the service decides when it is applied.",
  ]);
});
