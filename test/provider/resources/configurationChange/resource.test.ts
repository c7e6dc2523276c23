import type { ConfigurationChangeRecord } from "../../../../src/client";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { createChange } from "../../../../src/provider/resources/configurationChange/create";
import { importedFrom } from "../../../../src/provider/resources/configurationChange/model";
import { recreateChange } from "../../../../src/provider/resources/configurationChange/resource";
import type { ChangeValues } from "../../../../src/provider/resources/configurationChange/schema";
import { callOf, NOW, serviceOf } from "../../kit";
import { changeRecord, changeValues } from "./kit";

type Name = keyof ChangeValues & string;
type Values = Partial<Plannable<ChangeValues>>;

const NETWORK = {
  new_search_delivery_network: "3_regions",
  new_high_availability: "yes",
  new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
} as const;
const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: null };
const STORED = { cluster: "c-1", host: "api.example" };

/** Returns the attributes that require another change, for a change that was created here, or imported with this record. */
function requiring(prior: Partial<ChangeValues>, planned: Values, record?: object) {
  const changed = Object.keys({ ...prior, ...planned }) as Name[];
  const stored = { ...STORED, ...(record && { imported: importedFrom(changeRecord(record)) }) };
  const after = { ...changeValues(), ...planned };
  return recreateChange.requiresReplace?.(changed, changeValues(prior), after, stored);
}

test.each<[what: string, prior: Partial<ChangeValues>, planned: Values, again: Name[]]>([
  ["another size", { new_memory: "16_gb" }, { new_memory: "32_gb" }, ["new_memory"]],
  ["no size any more", { new_vcpu: "2_vcpus" }, { new_vcpu: null }, ["new_vcpu"]],
  ["a window", {}, { window: WINDOW }, ["window"]],
  ["another trigger", { triggers: { a: "1" } }, { triggers: { a: "2" } }, ["triggers"]],
  ["a first trigger, as after an import", {}, { triggers: { a: "1" } }, []],
])("a change that was created here, edited to %s", (_, prior, planned, again) => {
  expect(requiring(prior, planned)).toEqual(again);
});

const LARGER = { new_memory: "16_gb" };
const VERSION = { new_search_server_version: "30.2" };
const READERS = { notification_email_addresses: ["a@example.com"] };

test.each<[what: string, record: object, planned: Values, again: Name[]]>([
  ["the size that it brings", LARGER, LARGER, []],
  ["the size that was there before, too", LARGER, { new_vcpu: "2_vcpus" }, []],
  ["another size", LARGER, { new_memory: "32_gb" }, ["new_memory"]],
  [
    "nothing of what the service may have filled in",
    { ...LARGER, new_vcpu: "2_vcpus" },
    { new_vcpu: null },
    [],
  ],
  ["the version by its beginning", VERSION, { new_search_server_version: "30" }, []],
  ["another version", VERSION, { new_search_server_version: "30.1" }, ["new_search_server_version"]],
  ["a flag that it does not bring", {}, { new_gpu: true }, ["new_gpu"]],
  [
    "its regions in another order",
    NETWORK,
    { new_region_node_counts: { tokyo: 1, paris: 1, oregon: 1 } },
    [],
  ],
  ["a window, which the service does not store", {}, { window: WINDOW }, []],
  ["nobody to notify", {}, { notification_email_addresses: [] }, []],
  ["somebody to notify", {}, READERS, ["notification_email_addresses"]],
  ["what is not known yet", LARGER, { new_memory: UNKNOWN }, ["new_memory"]],
])("a change that was imported, configured with %s", (_, record, planned, again) => {
  expect(requiring({}, planned, record)).toEqual(again);
});

const RUNNING = changeRecord({ status: "in_progress", perform_change_at: NOW / 1000 - 60 });
const OVER = { perform_change_at: new Date(NOW - 1000).toISOString() };

test.each<[what: string, ConfigurationChangeRecord[], Partial<ChangeValues>, summary: string]>([
  ["that an earlier apply may have left", [RUNNING], {}, "Cluster c-1 already has this change: ch-1"],
  ["whose moment is over", [], OVER, "perform_change_at is in the past"],
])("a change %s is not requested", async (_, changes, values, summary) => {
  const createRequest = jest.fn();
  const call = callOf<ChangeValues>(serviceOf({ createChange: createRequest, changes: async () => changes }));
  const planned = changeValues({ id: null, status: null, ...values });
  await expect(createChange(call, planned)).rejects.toMatchObject({ summary });
  expect(createRequest).not.toHaveBeenCalled();
});
