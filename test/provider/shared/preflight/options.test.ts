import {
  type PlannedValue,
  warnOfCapacity,
  warnOfUnlisted,
} from "../../../../src/provider/shared/preflight/options";
import { listing, preflightOf } from "./kit";

type Options = Record<string, unknown> | null;
const planned = (what: string, value: string): PlannedValue => ({ what, value, path: [`${what}_path`] });

describe("values", () => {
  const OPTIONS = {
    regions: [
      { name: "oregon", available: true },
      { name: "mars", available: true },
    ],
    memory: { "8_gb": ["2_vcpus"], "20_gb": ["3_vcpus"] },
    networks: ["off", "3_regions"],
  };

  async function warnings(options: Options, ...given: [what: string, value: string][]) {
    const plan = listing(options);
    await warnOfUnlisted(
      plan,
      '"products"',
      given.map(([what, value]) => planned(what, value)),
    );
    return plan.warnings;
  }

  test.each<[string, string]>([
    ["memory", "20_gb"],
    ["target_region", "oregon"],
    ["search_server_version", "99.9"],
  ])("%s %p is listed, or has no list", async (what, value) => {
    expect(await warnings(OPTIONS, [what, value])).toEqual([]);
  });

  test.each<[string, Options, string]>([
    [
      "options of the service",
      OPTIONS,
      `The service's cluster options do not list this value. Similar values: "oregon". The service decides at apply.`,
    ],
    [
      "tables, where the options are not known",
      null,
      `This provider's tables do not list this value. Similar values: "oregon". The tables may be out of date: the service decides at apply.`,
    ],
  ])("a value is checked against the %s", async (_, options, detail) => {
    expect(await warnings(options, ["region", "oregn"])).toEqual([
      { summary: 'The service may refuse "products": region "oregn"', detail, path: ["region_path"] },
    ]);
  });

  test.each<[string, Options, errors: number, warnings: number]>([
    ["the service lists others", OPTIONS, 1, 0],
    ["only the tables do not list", null, 0, 1],
  ])("with strict_options, a value that %s is an error or not", async (_, options, errors, warnings) => {
    const plan = listing(options, true);
    await warnOfUnlisted(plan, '"products"', [planned("region", "oregn")]);
    expect([plan.errors.length, plan.warnings.length]).toEqual([errors, warnings]);
    const fromCapacity = listing(options && { memory: { "8_gb": ["2_vcpus"] } }, true);
    const pair = { memory: planned("memory", "8_gb"), vcpu: planned("vcpu", "9_vcpus") };
    await warnOfCapacity(fromCapacity, '"products"', pair);
    expect([fromCapacity.errors.length, fromCapacity.warnings.length]).toEqual([errors, warnings]);
  });

  test("several of one setting are one warning, of several settings several", async () => {
    const regions = ["paris", "oregon", "marz", "paris"].map((value): [string, string] => ["region", value]);
    const all = await warnings(OPTIONS, ...regions, ["search_delivery_network", "on"]);
    expect(all.map(({ summary }) => summary)).toEqual([
      'The service may refuse "products": region "paris", "marz"',
      'The service may refuse "products": search_delivery_network "on"',
    ]);
    expect(all[0]?.detail).toContain('these values. Similar values: "mars".');
  });

  test("none: nothing is read", async () => {
    const clusterOptions = jest.fn(async () => null);
    await warnOfUnlisted(preflightOf({ clusterOptions }), "x", []);
    expect(clusterOptions).not.toHaveBeenCalled();
  });
});

describe("memory and vcpu", () => {
  const TIED = {
    memory: [
      { name: "8_gb", vcpu: ["2_vcpus", "6_vcpus"] },
      { name: "7_gb", vcpu: ["6_vcpus"] },
    ],
  };
  const LOOSE = { memory: ["8_gb", "7_gb"], vcpu: ["2_vcpus", "4_vcpus", "6_vcpus"] };

  async function warnings(options: Options, given: string) {
    const plan = listing(options);
    const [memory = "", vcpu = "", gpu] = given.split(" ");
    await warnOfCapacity(plan, "it", {
      memory: planned("memory", memory),
      vcpu: planned("vcpu", vcpu),
      ...(gpu && { gpuAt: ["gpu_path"] }),
    });
    return plan.warnings.map(({ summary, path, detail }) => {
      return { text: `${path} ${summary.replace("The service may refuse it:", "at")}`, detail };
    });
  }

  const of = (memory: string, vcpu: string) => `memory "${memory}" with vcpu "${vcpu}"`;

  test.each<[string, Options, given: string, ...expected: string[]]>([
    ["a pair that the service ties", TIED, "8_gb 6_vcpus"],
    ["that only the tables tie", TIED, "8_gb 4_vcpus", `vcpu_path at ${of("8_gb", "4_vcpus")}`],
    ["that nothing ties but the tables", LOOSE, "8_gb 4_vcpus"],
    ["that the tables do not tie", LOOSE, "8_gb 6_vcpus", `vcpu_path at ${of("8_gb", "6_vcpus")}`],
    ["a memory that nothing ties to a vcpu", LOOSE, "7_gb 6_vcpus"],
    ["with an unlisted vcpu", LOOSE, "7_gb 9_vcpus", 'vcpu_path at vcpu "9_vcpus"'],
    ["neither", LOOSE, "9_gb 9_vcpus", 'memory_path at memory "9_gb"', 'vcpu_path at vcpu "9_vcpus"'],
    ["no options: a known pair", null, "16_gb 4_vcpus_5_hr_burst_per_day"],
    ["a pair that has a GPU", null, "8_gb 4_vcpus gpu"],
    ["that has none", null, "8_gb 2_vcpus gpu", 'gpu_path at a GPU with memory "8_gb" and vcpu "2_vcpus"'],
    ["a wrong pair with a GPU", null, "8_gb 8_vcpus gpu", `vcpu_path at ${of("8_gb", "8_vcpus")}`],
  ])("%s", async (_, options, given, ...expected) => {
    expect((await warnings(options, given)).map(({ text }) => text)).toEqual(expected);
  });

  test.each<[Options, string]>([
    [
      { "8_gb": ["2_vcpus", "4_vcpus"], "64_gb": ["16_vcpus"] },
      `The service's cluster options list for this memory: "2_vcpus", "4_vcpus". The service decides at apply.`,
    ],
    [
      null,
      `This provider's tables list for this memory: "2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus". ` +
        "The tables may be out of date: the service decides at apply.",
    ],
  ])("with the options %j, the vCPUs of the memory and their source are named", async (options, detail) => {
    expect(await warnings(options, "8_gb 16_vcpus")).toMatchObject([{ detail }]);
  });
});
