import { warnOfCapacity } from "../../../src/provider/preflight/options";
import { listing } from "./kit";

async function said(options: Record<string, unknown> | null, memory: string, vcpu: string, gpu = false) {
  const plan = listing(options);
  await warnOfCapacity(plan, "it", {
    memory: { what: "memory", value: memory, path: ["memory"] },
    vcpu: { what: "vcpu", value: vcpu, path: ["vcpu"] },
    ...(gpu && { gpuAt: ["gpu"] }),
  });
  return plan.said;
}

const TIED = {
  memory: [
    { name: "8_gb", vcpu: ["2_vcpus", "6_vcpus"] },
    { name: "7_gb", vcpu: ["6_vcpus"] },
  ],
};
const LOOSE = { memory: ["8_gb", "7_gb"], vcpu: ["2_vcpus", "4_vcpus", "6_vcpus"] };
const MEMORY = ['memory "9_gb"', "memory"];
const VCPU = ['vcpu "9_vcpus"', "vcpu"];

/** A pair that is refused, at its vcpu. */
const pair = (memory: string, vcpu: string) => [`memory "${memory}" with vcpu "${vcpu}"`, "vcpu"];

test.each<[string, Record<string, unknown> | null, string, string, string[][]]>([
  ["a pair that the service ties", TIED, "8_gb", "6_vcpus", []],
  ["one that only the tables tie", TIED, "8_gb", "4_vcpus", [pair("8_gb", "4_vcpus")]],
  ["two that nothing ties but the tables", LOOSE, "8_gb", "4_vcpus", []],
  ["two that the tables do not tie", LOOSE, "8_gb", "6_vcpus", [pair("8_gb", "6_vcpus")]],
  ["a memory that nothing ties to a vcpu", LOOSE, "7_gb", "6_vcpus", []],
  ["the same with a vcpu that is not listed", LOOSE, "7_gb", "9_vcpus", [VCPU]],
  ["neither is listed", LOOSE, "9_gb", "9_vcpus", [MEMORY, VCPU]],
  ["no options: a known pair", null, "16_gb", "4_vcpus_5_hr_burst_per_day", []],
])("%s", async (_, options, memory, vcpu, expected) => {
  const warnings = await said(options, memory, vcpu);
  expect(warnings.map(({ summary, path }) => [summary, path])).toEqual(
    expected.map(([what, at]) => [`The service may refuse it: ${what}`, [at]]),
  );
});

test.each<[string, string, string, string[]]>([
  ["a pair that has one", "8_gb", "4_vcpus", []],
  ["a pair that has none", "8_gb", "2_vcpus", ['a GPU with memory "8_gb" and vcpu "2_vcpus"']],
  ["a wrong pair, which is warned of alone", "8_gb", "8_vcpus", ['memory "8_gb" with vcpu "8_vcpus"']],
])("a GPU with %s", async (_, memory, vcpu, expected) => {
  const summaries = (await said(null, memory, vcpu, true)).map(({ summary }) => summary);
  expect(summaries).toEqual(expected.map((what) => `The service may refuse it: ${what}`));
});

test.each<[Record<string, unknown> | null, string]>([
  [
    { "8_gb": ["2_vcpus", "4_vcpus"], "64_gb": ["16_vcpus"] },
    `The service's cluster options list for this memory: "2_vcpus", "4_vcpus". The service decides at apply.`,
  ],
  [
    null,
    `This provider's tables list for this memory: "2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus". ` +
      "The tables may be out of date: the service decides at apply.",
  ],
])(
  "with the options %j, the warning names the vCPUs of the memory and their source",
  async (options, detail) => {
    expect(await said(options, "8_gb", "16_vcpus")).toMatchObject([{ detail }]);
  },
);
