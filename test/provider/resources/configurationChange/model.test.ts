import type { ConfigurationChangeRecord } from "../../../../src/client";
import {
  importedValues,
  newSettings,
  observedChange,
} from "../../../../src/provider/resources/configurationChange/model";
import type { ChangeValues } from "../../../../src/provider/resources/configurationChange/schema";
import { SINGLE } from "../../shared/changes/kit";
import { changeRecord, changeValues } from "./kit";

test("the observed values are the record in the names of the resource, without the requested values", () => {
  const record = changeRecord({ status: "succeeded", completed_at: 1_700_010_000, new_memory: "16_gb" });
  expect(observedChange(record)).toEqual({
    id: "ch-1",
    perform_change_at: "2023-11-14T23:13:20Z",
    status: "succeeded",
    created_at: "2023-11-14T22:13:20Z",
    updated_at: "2023-11-14T22:13:21Z",
    completed_at: "2023-11-15T01:00:00Z",
    old: { ...SINGLE, search_server_version: "29.0" },
  });
});

const ADDRESSES = { notification_email_addresses: ["a@example.com"] };
const REGIONS = { new_region_node_counts: { oregon: 1, paris: 2 } };

test.each<[what: string, record: Partial<ConfigurationChangeRecord>, requested: Partial<ChangeValues>]>([
  ["a restart", {}, {}],
  [
    "a size, and the rest filled with what was there",
    {
      new_memory: "16_gb",
      new_vcpu: "2_vcpus",
      new_gpu: "no",
      new_search_server_version: "29.0",
      new_search_delivery_network: "off",
      new_region_node_counts: { oregon: 1 },
    },
    { new_memory: "16_gb" },
  ],
  [
    "a flag, regions and people to notify",
    { new_gpu: "yes", ...REGIONS, ...ADDRESSES },
    { new_gpu: true, ...REGIONS, ...ADDRESSES },
  ],
  [
    "a number of nodes, and what follows from it: a configuration gives one of them",
    {
      old_high_availability_node_count: 3,
      new_high_availability_node_count: 5,
      old_region_node_counts: { oregon: 3 },
      new_region_node_counts: { oregon: 5 },
    },
    { new_high_availability_node_count: 5 },
  ],
  ["the same regions in another order", { old_region_node_counts: { paris: 2, oregon: 1 }, ...REGIONS }, {}],
])("an imported change requested %s", (_, record, requested) => {
  const given = Object.entries(importedValues(changeRecord(record))).filter(([, value]) => value !== null);
  expect(Object.fromEntries(given)).toEqual(requested);
});

test("the body has only the configured values: a boolean as yes or no", () => {
  const settings = {
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
    new_search_server_version: "30.2",
    new_high_availability_node_count: 5,
    new_search_delivery_network: "off",
    new_region_node_counts: { oregon: 5 },
  };
  const flags = { new_gpu: false, new_high_performance_disk: true, new_high_availability: true };
  expect(newSettings(changeValues({ ...settings, ...flags }))).toEqual({
    ...settings,
    new_gpu: "no",
    new_high_performance_disk: "yes",
    new_high_availability: "yes",
  });
  expect(newSettings(changeValues({ triggers: { a: "1" }, wait: true }))).toEqual({});
});
