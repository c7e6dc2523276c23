import { type Plannable, UNKNOWN } from "../../../src/framework";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";
import { importedFrom, recreate } from "../../../src/provider/configurationChange/update";
import { changeRecord, changeValues } from "./kit";

type Name = keyof ChangeValues & string;

function requiresReplace(
  changed: Name[],
  prior: ChangeValues,
  planned: Plannable<ChangeValues>,
  imported?: ReturnType<typeof importedFrom>,
) {
  const stored = { cluster: "c-1", host: "api.example", ...(imported && { imported }) };
  return recreate.requiresReplace?.(changed, prior, planned, stored);
}

const NETWORK = {
  new_search_delivery_network: "3_regions",
  new_high_availability: "yes",
  new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
} as const;
const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: null };

describe("a change that was made here", () => {
  test.each<[what: string, prior: Partial<ChangeValues>, planned: Partial<ChangeValues>, again: Name[]]>([
    ["another size", { new_memory: "16_gb" }, { new_memory: "32_gb" }, ["new_memory"]],
    ["a window", {}, { window: WINDOW }, ["window"]],
    ["another trigger", { triggers: { a: "1" } }, { triggers: { a: "2" } }, ["triggers"]],
    ["a first trigger, as after an import", {}, { triggers: { a: "1" } }, []],
  ])("%s", (_, prior, planned, again) => {
    const changed = Object.keys({ ...prior, ...planned }) as Name[];
    expect(requiresReplace(changed, changeValues(prior), changeValues(planned), undefined)).toEqual(again);
  });
});

describe("a change that was imported", () => {
  test.each<[what: string, record: object, planned: Partial<Plannable<ChangeValues>>, again: Name[]]>([
    ["the size that it brings", { new_memory: "16_gb" }, { new_memory: "16_gb" }, []],
    ["the size that was there before, too", { new_memory: "16_gb" }, { new_vcpu: "2_vcpus" }, []],
    ["another size", { new_memory: "16_gb" }, { new_memory: "32_gb" }, ["new_memory"]],
    [
      "the version by its beginning",
      { new_search_server_version: "30.2" },
      { new_search_server_version: "30" },
      [],
    ],
    [
      "another version",
      { new_search_server_version: "30.2" },
      { new_search_server_version: "30.1" },
      ["new_search_server_version"],
    ],
    ["a flag that it does not bring", {}, { new_gpu: true }, ["new_gpu"]],
    [
      "its regions in another order",
      NETWORK,
      { new_region_node_counts: { tokyo: 1, paris: 1, oregon: 1 } },
      [],
    ],
    ["a window, which the service does not keep", {}, { window: WINDOW }, []],
    ["nobody told", {}, { notification_email_addresses: [] }, []],
    [
      "somebody told",
      {},
      { notification_email_addresses: ["a@example.com"] },
      ["notification_email_addresses"],
    ],
    ["what is not known yet", { new_memory: "16_gb" }, { new_memory: UNKNOWN }, ["new_memory"]],
  ])("%s", (_, record, planned, again) => {
    const changed = Object.keys(planned) as Name[];
    const after = { ...changeValues(), ...planned };
    expect(requiresReplace(changed, changeValues(), after, importedFrom(changeRecord(record)))).toEqual(
      again,
    );
  });

  test("what the configuration leaves out may have been filled in by the service", () => {
    const imported = importedFrom(changeRecord({ new_memory: "16_gb", new_vcpu: "2_vcpus" }));
    const prior = changeValues({ new_memory: "16_gb", new_vcpu: "2_vcpus" });
    const planned = changeValues({ new_memory: "16_gb" });
    expect(requiresReplace(["new_vcpu"], prior, planned, imported)).toEqual([]);
    expect(requiresReplace(["new_vcpu"], prior, planned, undefined)).toEqual(["new_vcpu"]);
  });
});
