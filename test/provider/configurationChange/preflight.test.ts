import type { Plannable } from "../../../src/framework";
import { UNKNOWN } from "../../../src/framework";
import { preflight } from "../../../src/provider/configurationChange/preflight";
import type { ChangePlanning } from "../../../src/provider/configurationChange/privateState";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";
import { preflightOf } from "../preflight/kit";
import { changeValues } from "./kit";

async function said(config: Partial<Plannable<ChangeValues>>, granted: readonly string[] = ["admin"]) {
  const clusterOptions = jest.fn(async () => ({
    "8_gb": ["4_vcpus"],
    "64_gb": ["8_vcpus"],
    regions: ["oregon"],
    off: true,
  }));
  const plan = preflightOf({ capabilities: async () => granted, clusterOptions });
  const values = { ...changeValues(), ...config };
  await preflight(plan as unknown as ChangePlanning, values, "cluster c-1");
  const prefix = "The service may refuse the change of cluster c-1: ";
  return {
    warnings: plan.said.map(({ summary, path }) => [summary.replace(prefix, ""), path]),
    looks: clusterOptions.mock.calls.length,
  };
}

test.each<[string, Partial<Plannable<ChangeValues>>, unknown[]]>([
  ["a pair that goes together", { new_memory: "8_gb", new_vcpu: "4_vcpus" }, []],
  [
    "one that does not",
    { new_memory: "8_gb", new_vcpu: "8_vcpus" },
    [['new_memory "8_gb" with new_vcpu "8_vcpus"', ["new_vcpu"]]],
  ],
  ["a memory alone", { new_memory: "7_gb" }, [['new_memory "7_gb"', ["new_memory"]]]],
  ["a vcpu alone", { new_vcpu: "7_vcpus", new_memory: UNKNOWN }, [['new_vcpu "7_vcpus"', ["new_vcpu"]]]],
  [
    "a GPU that the pair has not",
    { new_memory: "64_gb", new_vcpu: "8_vcpus", new_gpu: true },
    [['a GPU with new_memory "64_gb" and new_vcpu "8_vcpus"', ["new_gpu"]]],
  ],
  ["a GPU of a pair that stays", { new_gpu: true }, []],
  [
    "regions and a network",
    { new_region_node_counts: { oregon: 1, mars: 3 }, new_search_delivery_network: "4_regions" },
    [
      ['new_search_delivery_network "4_regions"', ["new_search_delivery_network"]],
      ['region "mars"', ["new_region_node_counts"]],
    ],
  ],
  [
    "nothing that is known",
    { new_memory: UNKNOWN, new_vcpu: UNKNOWN, new_region_node_counts: UNKNOWN, new_gpu: UNKNOWN },
    [],
  ],
])("%s", async (_, config, warnings) => {
  expect((await said(config)).warnings).toEqual(warnings);
});

test("a restart asks for no options, and for the key's capability as any change", async () => {
  expect(await said({}, ["clusters:read"])).toEqual({
    warnings: [["The key seems not to be allowed to change cluster c-1", undefined]],
    looks: 0,
  });
});
