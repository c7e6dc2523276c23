import type { ConfigurationChangeRecord } from "../../../src/client";
import { prefixed, sizingBy } from "../../../src/provider/api/sizing";
import {
  importedValues,
  newSettings,
  observedChange,
  scheduleBlock,
} from "../../../src/provider/configurationChange/model";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";
import { SINGLE } from "../clusterChange/kit";
import { changeRecord, changeValues } from "./kit";

test("what is observed is the record in the names of the resource; what was asked for is not answered", () => {
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

const NOTHING = {
  ...prefixed(
    "new_",
    sizingBy(() => null),
  ),
  notification_email_addresses: null,
};

test.each<[what: string, record: Partial<ConfigurationChangeRecord>, asked: Partial<ChangeValues>]>([
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
    {
      new_gpu: "yes",
      new_region_node_counts: { oregon: 1, paris: 2 },
      notification_email_addresses: ["a@example.com"],
    },
    {
      new_gpu: true,
      new_region_node_counts: { oregon: 1, paris: 2 },
      notification_email_addresses: ["a@example.com"],
    },
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
  [
    "the same regions in another order",
    { old_region_node_counts: { oregon: 1, paris: 2 }, new_region_node_counts: { paris: 2, oregon: 1 } },
    {},
  ],
])("an imported change asked for %s", (_, record, asked) => {
  expect(importedValues(changeRecord(record))).toEqual({ ...NOTHING, ...asked });
});

test.each<[what: string, values: Partial<ChangeValues>, body: object]>([
  ["a restart", { triggers: { a: "1" }, wait: true }, {}],
  [
    "everything",
    {
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      new_gpu: false,
      new_high_performance_disk: true,
      new_search_server_version: "30.2",
      new_high_availability: true,
      new_high_availability_node_count: 5,
      new_search_delivery_network: "off",
      new_region_node_counts: { oregon: 5 },
    },
    {
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      new_gpu: "no",
      new_high_performance_disk: "yes",
      new_search_server_version: "30.2",
      new_high_availability: "yes",
      new_high_availability_node_count: 5,
      new_search_delivery_network: "off",
      new_region_node_counts: { oregon: 5 },
    },
  ],
])("the body of %s holds what the configuration says, and nothing else", (_, values, body) => {
  expect(newSettings(changeValues(values))).toEqual(body);
});

test("a schedule is what the configuration says of time, or nothing", () => {
  expect(scheduleBlock(changeValues({ new_memory: "16_gb" }))).toBeNull();
  expect(scheduleBlock(changeValues({ wait: false }))).toEqual({
    perform_change_at: null,
    wait: false,
    window: null,
  });
});
