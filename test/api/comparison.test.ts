import { answersChange, answersClone, couldBeMadeFrom, shows } from "../../src/api/comparison";
import type {
  CloningOperationRecord,
  ClusterRecord,
  ConfigurationChangeRecord,
  CreateCloningOperationBody,
  CreateClusterBody,
  CreateConfigurationChangeBody,
} from "../../src/client";
import { cluster } from "../client/kit/account";
import { change } from "../client/kit/changes";
import { clone } from "../client/kit/clones";

const BODY: CreateClusterBody = { memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
const wide = { high_availability: "yes", region_node_counts: { oregon: 3, ohio: 2 } };

describe("couldBeMadeFrom", () => {
  test.each<[string, Partial<CreateClusterBody>, Partial<ClusterRecord>, boolean]>([
    ["what was sent and what is there agree", {}, {}, true],
    ["another memory", {}, { memory: "16_gb" }, false],
    ["another vcpu", {}, { vcpu: "2_vcpus" }, false],
    ["another name is not compared", { name: "a" }, { name: "b" }, true],
    ["a setting that was not sent", {}, { gpu: "yes" }, true],
    ["a setting sent as null", { auto_upgrade_capacity: null }, { auto_upgrade_capacity: true }, true],
    ["a setting that differs", { gpu: "yes" }, { gpu: "no" }, false],
    ["a setting that is not filled in yet", { gpu: "yes" }, { gpu: null }, true],
    ["the version that was requested", { search_server_version: "30.1" }, {}, true],
    ["a version of the series that was requested", { search_server_version: "30" }, {}, true],
    ["a version that only begins alike", { search_server_version: "3" }, {}, false],
    ["another version", { search_server_version: "29.0" }, {}, false],
    [
      "a version that is not there yet",
      { search_server_version: "29.0" },
      { search_server_version: null },
      true,
    ],
    ["a list of one region", { regions: ["oregon"] }, {}, true],
    ["another region", { regions: "ohio" }, {}, false],
    ["one region too many", {}, { region_node_counts: { oregon: 1, ohio: 1 } }, false],
    ["one region too few", { regions: ["oregon", "ohio"] }, {}, false],
    ["no live node yet, no target", {}, { regions: [], region_node_counts: null }, true],
    ["live nodes, no target", {}, { regions: ["oregon", "oregon"], region_node_counts: null }, true],
    ["a live node elsewhere, no target", {}, { regions: ["ohio"], region_node_counts: null }, false],
    [
      "the node count of one region",
      { high_availability_node_count: 3 },
      { high_availability_node_count: 5 },
      false,
    ],
  ])("%s", (_, sent, got, expected) => {
    expect(couldBeMadeFrom({ ...BODY, ...sent }, cluster(got))).toBe(expected);
  });

  test.each<[string, Record<string, number>, boolean]>([
    ["the same", { ohio: 2, oregon: 3 }, true],
    ["another count", { ohio: 3, oregon: 3 }, false],
    ["another region", { ohio: 2, dublin: 3 }, false],
  ])("node counts per region: %s", (_, region_node_counts, expected) => {
    const { regions: _regions, ...body } = { ...BODY, ...wide };
    expect(couldBeMadeFrom(body, cluster({ ...wide, region_node_counts }))).toBe(expected);
  });
});

test.each([
  [{ name: "a" }, { name: "a" }, true],
  [{ name: "a" }, { name: "b" }, false],
  [{ name: null }, { name: null }, true],
  [{ name: null }, { name: "b" }, false],
  [{ auto_upgrade_capacity: true }, { auto_upgrade_capacity: true }, true],
  [{ auto_upgrade_capacity: true }, { auto_upgrade_capacity: null }, false],
  [{ auto_upgrade_capacity: false }, { auto_upgrade_capacity: null }, false],
  [{ name: "a", auto_upgrade_capacity: true }, { name: "a", auto_upgrade_capacity: false }, false],
])("an update of %j shows in %j: %p", (body, record, expected) => {
  expect(shows(body, cluster(record))).toBe(expected);
});

describe("answersChange", () => {
  // The record's old_ values: 8_gb, 4_vcpus, no GPU, version 30.1, one node in oregon.
  const AT = 1_767_300_000;
  test.each<[string, Partial<CreateConfigurationChangeBody>, Partial<ConfigurationChangeRecord>, boolean]>([
    ["a restart: the moment alone", {}, {}, true],
    ["another moment", {}, { perform_change_at: AT + 1 }, false],
    ["no moment", {}, { perform_change_at: null }, false],
    ["what was sent", { new_memory: "16_gb" }, { new_memory: "16_gb" }, true],
    ["another value", { new_memory: "16_gb" }, { new_memory: "32_gb" }, false],
    ["not changed, though it was sent", { new_memory: "16_gb" }, {}, false],
    ["sent as it is already, and read as not changed", { new_memory: "8_gb", new_vcpu: "4_vcpus" }, {}, true],
    ["more than was sent", { new_memory: "16_gb" }, { new_memory: "16_gb", new_gpu: "no" }, true],
    ["one of two differs", { new_gpu: "yes", new_high_availability: "yes" }, { new_gpu: "yes" }, false],
    [
      "a number of nodes",
      { new_high_availability_node_count: 5 },
      { new_high_availability_node_count: 5 },
      true,
    ],
    [
      "another number",
      { new_high_availability_node_count: 5 },
      { new_high_availability_node_count: 3 },
      false,
    ],
    ["a version", { new_search_server_version: "31.0" }, { new_search_server_version: "31.0" }, true],
    [
      "a version of the series",
      { new_search_server_version: "31" },
      { new_search_server_version: "31.2" },
      true,
    ],
    ["another version", { new_search_server_version: "31.0" }, { new_search_server_version: "31.1" }, false],
    ["no version at all", { new_search_server_version: "31.0" }, { old_search_server_version: null }, false],
    [
      "counts, in another order",
      { new_region_node_counts: { oregon: 2, ohio: 1 } },
      { new_region_node_counts: { ohio: 1, oregon: 2 } },
      true,
    ],
    [
      "another count",
      { new_region_node_counts: { oregon: 2 } },
      { new_region_node_counts: { oregon: 1 } },
      false,
    ],
    [
      "a region more",
      { new_region_node_counts: { oregon: 2 } },
      { new_region_node_counts: { oregon: 2, ohio: 1 } },
      false,
    ],
    [
      "a region less",
      { new_region_node_counts: { oregon: 2, ohio: 1 } },
      { new_region_node_counts: { oregon: 2 } },
      false,
    ],
    [
      "another region",
      { new_region_node_counts: { ohio: 1 } },
      { new_region_node_counts: { oregon: 1 } },
      false,
    ],
    ["no counts at all", { new_region_node_counts: { oregon: 2 } }, { old_region_node_counts: null }, false],
    ["addresses are not looked at", { notification_email_addresses: ["ops@example.com"] }, {}, true],
  ])("%s", (_, body, record, expected) => {
    const seen = change({ perform_change_at: AT, ...record });
    expect(answersChange({ perform_change_at: AT, ...body }, seen)).toBe(expected);
  });
});

describe("answersClone", () => {
  const readers = ["a@example.com", "b@example.com"];
  test.each<[string, CreateCloningOperationBody, Partial<CloningOperationRecord>, boolean]>([
    ["nothing was asked for", {}, { target_region: "sydney", notification_email_addresses: readers }, true],
    ["the region", { target_region: "paris" }, { target_region: "paris" }, true],
    ["another region", { target_region: "paris" }, { target_region: "sydney" }, false],
    ["a region that is not filled in yet", { target_region: "paris" }, { target_region: null }, true],
    ["the version", { search_server_version: "30.1" }, { search_server_version: "30.1" }, true],
    ["what the version became", { search_server_version: "30" }, { search_server_version: "30.1" }, true],
    ["another version", { search_server_version: "30" }, { search_server_version: "29.0" }, false],
    ["a version that begins alike", { search_server_version: "3" }, { search_server_version: "30.1" }, false],
    ["a version not filled in yet", { search_server_version: "30" }, { search_server_version: null }, true],
    [
      "the addresses, in another order and case",
      { notification_email_addresses: readers },
      { notification_email_addresses: ["B@example.com", "a@example.com"] },
      true,
    ],
    [
      "an address less",
      { notification_email_addresses: readers },
      { notification_email_addresses: ["a@example.com"] },
      false,
    ],
    [
      "other addresses",
      { notification_email_addresses: readers },
      { notification_email_addresses: ["a@example.com", "c@example.com"] },
      false,
    ],
    ["addresses that are not answered", { notification_email_addresses: readers }, {}, true],
    [
      "one of several is another",
      { target_region: "paris", search_server_version: "30" },
      { target_region: "paris", search_server_version: "29.0" },
      false,
    ],
    ["whatever its status", { target_region: "paris" }, { target_region: "paris", status: "failed" }, true],
  ])("%s", (_, body, record, expected) => {
    expect(answersClone(body, clone(record))).toBe(expected);
  });
});
