import { canBeChange, canBeClone, canBeCreatedFrom, isUpdateShown } from "../../src/api/comparison";
import { hasKnownGpu, knownVcpus } from "../../src/api/enumerations";
import { compareVersions, isOlder, isWithinVersion } from "../../src/api/versions";
import type {
  CloningOperationRecord,
  ClusterRecord,
  ConfigurationChangeRecord,
  CreateCloningOperationBody,
  CreateClusterBody,
  CreateConfigurationChangeBody,
} from "../../src/client";
import { change, clone, cluster } from "../client/kit/records";

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
    ["a version of the series that was requested", { search_server_version: "30" }, {}, true],
    ["a version that only begins alike", { search_server_version: "3" }, {}, false],
    ["another version", { search_server_version: "29.0" }, {}, false],
    ["a version not there yet", { search_server_version: "29.0" }, { search_server_version: null }, true],
    ["a list of one region", { regions: ["oregon"] }, {}, true],
    ["another region", { regions: "ohio" }, {}, false],
    ["one region too many", {}, { region_node_counts: { oregon: 1, ohio: 1 } }, false],
    ["one region too few", { regions: ["oregon", "ohio"] }, {}, false],
    ["no live node yet, no target", {}, { regions: [], region_node_counts: null }, true],
    ["live nodes, no target", {}, { regions: ["oregon", "oregon"], region_node_counts: null }, true],
    ["a live node elsewhere, no target", {}, { regions: ["ohio"], region_node_counts: null }, false],
    ["another node count", { high_availability_node_count: 3 }, { high_availability_node_count: 5 }, false],
  ])("%s", (_, sent, got, expected) => {
    expect(canBeCreatedFrom({ ...BODY, ...sent }, cluster(got))).toBe(expected);
  });

  test.each<[string, Record<string, number>, boolean]>([
    ["the same", { ohio: 2, oregon: 3 }, true],
    ["another count", { ohio: 3, oregon: 3 }, false],
    ["another region", { ohio: 2, dublin: 3 }, false],
  ])("node counts per region: %s", (_, region_node_counts, expected) => {
    const { regions: _regions, ...body } = { ...BODY, ...wide };
    expect(canBeCreatedFrom(body, cluster({ ...wide, region_node_counts }))).toBe(expected);
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
  expect(isUpdateShown(body, cluster(record))).toBe(expected);
});

describe("answersChange", () => {
  // The record's old_ values: 8_gb, 4_vcpus, no GPU, version 30.1, one node in oregon.
  const AT = 1_767_300_000;
  const asNew = (settings: object) =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [`new_${key}`, value]));
  const [HA_3, HA_5] = [{ high_availability_node_count: 3 }, { high_availability_node_count: 5 }];
  const version = (search_server_version: string) => ({ search_server_version });
  const counts = (region_node_counts: Record<string, number>) => ({ region_node_counts });
  const two = counts({ oregon: 2, ohio: 1 });
  const one = counts({ oregon: 2 });

  test.each<[string, sent: object, got: object, boolean]>([
    ["a restart: the moment alone", {}, {}, true],
    ["what was sent", { memory: "16_gb" }, { memory: "16_gb" }, true],
    ["another value", { memory: "16_gb" }, { memory: "32_gb" }, false],
    ["not changed, though it was sent", { memory: "16_gb" }, {}, false],
    ["sent as it is already, and read as not changed", { memory: "8_gb", vcpu: "4_vcpus" }, {}, true],
    ["more than was sent", { memory: "16_gb" }, { memory: "16_gb", gpu: "no" }, true],
    ["one of two differs", { gpu: "yes", high_availability: "yes" }, { gpu: "yes" }, false],
    ["a number of nodes", HA_5, HA_5, true],
    ["another number", HA_5, HA_3, false],
    ["a version of the series", version("31"), version("31.2"), true],
    ["another version", version("31.0"), version("31.1"), false],
    ["counts, in another order", two, counts({ ohio: 1, oregon: 2 }), true],
    ["another count", one, counts({ oregon: 1 }), false],
    ["a region more", one, two, false],
    ["a region less", two, one, false],
    ["another region", counts({ ohio: 1 }), counts({ oregon: 1 }), false],
  ])("%s", (_, sent, got, expected) => {
    const seen = change({ perform_change_at: AT, ...asNew(got) });
    expect(canBeChange({ perform_change_at: AT, ...asNew(sent) }, seen)).toBe(expected);
  });

  test.each<[string, Partial<CreateConfigurationChangeBody>, Partial<ConfigurationChangeRecord>, boolean]>([
    ["another moment", {}, { perform_change_at: AT + 1 }, false],
    ["no moment", {}, { perform_change_at: null }, false],
    ["no version at all", { new_search_server_version: "31.0" }, { old_search_server_version: null }, false],
    ["no counts at all", { new_region_node_counts: { oregon: 2 } }, { old_region_node_counts: null }, false],
    ["addresses are not compared", { notification_email_addresses: ["ops@example.com"] }, {}, true],
  ])("%s", (_, body, record, expected) => {
    const seen = change({ perform_change_at: AT, ...record });
    expect(canBeChange({ perform_change_at: AT, ...body }, seen)).toBe(expected);
  });
});

describe("answersClone", () => {
  const [A, B] = ["a@example.com", "b@example.com"];
  const PARIS = { target_region: "paris" };
  const version = (search_server_version: string | null) => ({ search_server_version });
  const to = (...notification_email_addresses: string[]) => ({ notification_email_addresses });

  test.each<[string, CreateCloningOperationBody, Partial<CloningOperationRecord>, boolean]>([
    ["nothing was requested", {}, { target_region: "sydney", ...to(A, B) }, true],
    ["the region, whatever the status", PARIS, { ...PARIS, status: "failed" }, true],
    ["another region", PARIS, { target_region: "sydney" }, false],
    ["a region that is not filled in yet", PARIS, { target_region: null }, true],
    ["what the version became", { search_server_version: "30" }, version("30.1"), true],
    ["another version", { search_server_version: "30" }, version("29.0"), false],
    ["a version that begins alike", { search_server_version: "3" }, version("30.1"), false],
    ["a version not filled in yet", { search_server_version: "30" }, version(null), true],
    ["the addresses, in another order and case", to(A, B), to("B@example.com", A), true],
    ["an address less", to(A, B), to(A), false],
    ["other addresses", to(A, B), to(A, "c@example.com"), false],
    ["addresses that are not answered", to(A, B), {}, true],
  ])("%s", (_, body, record, expected) => {
    expect(canBeClone(body, clone(record))).toBe(expected);
  });
});

describe("known sizes", () => {
  test.each([
    ["8_gb", "4_vcpus", true, true],
    ["8_gb", "2_vcpus", true, false],
    ["8_gb", "8_vcpus", false, false],
    ["constructor", "name", false, false],
  ])("%s with %s is listed: %s; with a GPU: %s", (memory, vcpu, pair, gpu) => {
    expect(knownVcpus(memory).includes(vcpu)).toBe(pair);
    expect(hasKnownGpu(memory, vcpu)).toBe(gpu);
  });
});

describe("versions", () => {
  test.each([
    ["27.1.3", "27.1", true],
    ["27", "27.1", false],
    ["270.1", "27", false],
  ])("version %s runs where %s is wanted: %p", (running, wanted, expected) => {
    expect(isWithinVersion(running, wanted)).toBe(expected);
  });

  test.each([
    ["31.0", "30.2", false],
    ["30.1", "30.2", true],
    ["9.9", "30.2", true],
    ["30.10", "30.9", false],
    ["31", "31.2", false],
    ["0.25.2", "26.0", true],
    ["31.0.rc1", "31.0", false],
    ["v29.1", "30.2", true],
    ["nightly", "30.2", false],
  ])("%s is older than %s: %s", (wanted, runs, older) => {
    expect(isOlder(wanted, runs)).toBe(older);
  });

  test.each([
    ["30.2", "30.10", -1],
    ["0.25.2", "26.0", -1],
    ["26", "26.0", 0],
    ["30.0", "29.1", 1],
  ])("%s against %s", (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
    expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
  });
});
