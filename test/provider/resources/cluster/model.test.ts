import fc from "fast-check";
import type { ClusterRecord } from "../../../../src/client";
import {
  answeredValues,
  createBody,
  observedValues,
  updateBody,
} from "../../../../src/provider/resources/cluster/model";
import type { ClusterValues } from "../../../../src/provider/resources/cluster/schema";
import { SINGLE } from "../../shared/changes/kit";
import { record } from "../../support";
import { values } from "./kit";

const PAIR = { memory: "8_gb", vcpu: "2_vcpus" };
const regions = ["oregon"];

test.each<[string, Partial<ClusterValues>, object]>([
  [
    "a name, also an empty one, yes, no, false and a version",
    {
      regions,
      name: "",
      gpu: true,
      high_performance_disk: false,
      high_availability: false,
      auto_upgrade_capacity: false,
      search_server_version: "27",
    },
    {
      regions,
      name: "",
      gpu: "yes",
      high_performance_disk: "no",
      high_availability: "no",
      auto_upgrade_capacity: false,
      search_server_version: "27",
    },
  ],
  [
    "node counts, whose sum must not be sent too",
    { region_node_counts: { oregon: 3 }, regions, high_availability: true, high_availability_node_count: 3 },
    { region_node_counts: { oregon: 3 }, high_availability: "yes" },
  ],
  [
    "a network, and a number of nodes",
    { regions, search_delivery_network: "3_regions", high_availability_node_count: 5 },
    { regions, search_delivery_network: "3_regions", high_availability_node_count: 5 },
  ],
  [
    "nothing that only Terraform stores",
    {
      regions,
      termination_protection: true,
      notification_email_addresses: ["a@example.com"],
      timeouts: { create: "1h", update: null, delete: null },
    },
    { regions },
  ],
])("createBody sends the configured values: %s", (_, planned, body) => {
  expect(createBody(values(planned))).toStrictEqual({ ...PAIR, ...body });
});

test("nothing sent in a create is undefined or null, and it has either regions or counts", () => {
  const text = fc.option(fc.string());
  const flag = fc.option(fc.boolean());
  const plans = fc.record({
    name: text,
    gpu: flag,
    high_performance_disk: flag,
    high_availability: flag,
    auto_upgrade_capacity: flag,
    search_delivery_network: text,
    search_server_version: text,
    high_availability_node_count: fc.option(fc.integer()),
    regions: fc.option(fc.array(fc.string())),
    region_node_counts: fc.option(fc.dictionary(fc.constantFrom("oregon", "constructor"), fc.integer())),
  });
  fc.assert(
    fc.property(plans, (planned) => {
      const body = createBody(values(planned));
      expect(Object.values(body)).not.toContain(undefined);
      expect(Object.values(body)).not.toContain(null);
      expect("regions" in body).not.toBe("region_node_counts" in body);
    }),
  );
});

test.each<[readonly (keyof ClusterValues)[], Partial<ClusterValues>, object]>([
  [["name"], { name: null, auto_upgrade_capacity: true }, { name: null }],
  [["auto_upgrade_capacity"], { name: "a", auto_upgrade_capacity: null }, { auto_upgrade_capacity: false }],
  [
    ["name", "auto_upgrade_capacity"],
    { name: "a", auto_upgrade_capacity: true },
    { name: "a", auto_upgrade_capacity: true },
  ],
])("updateBody of %j", (changed, planned, body) => {
  expect(updateBody(values(planned), changed)).toStrictEqual(body);
});

describe("observedValues", () => {
  test("of a cluster in service, in the resource's names, with meaningful nulls", () => {
    expect(observedValues(record({ name: null }))).toStrictEqual({
      id: "c-1",
      name: null,
      ...SINGLE,
      auto_upgrade_capacity: null,
      status: "in_service",
      load_balancing: false,
      live: SINGLE,
      pending_change: null,
      provisioned_at: "2023-11-14T22:13:20Z",
      provisioned_by: { user_name: "pipeline", user_type: "API Key" },
      hostnames: { nodes: ["c-1-1.example"], load_balanced: null, search_delivery_network: null },
      regions: ["oregon"],
    });
  });

  const MISSING = {
    hostnames: null,
    search_server_version: null,
    gpu: null,
    high_performance_disk: null,
    high_availability: null,
    load_balancing: null,
    provisioned_at: null,
    provisioned_by: null,
    search_delivery_network: null,
  };
  test.each<[string, Partial<ClusterRecord>, string[]]>([
    [
      "the topology of a cluster that starts",
      { region_node_counts: null, status: "initializing" },
      ["regions", "region_node_counts"],
    ],
    [
      "the topology when no node is live",
      { region_node_counts: null, regions: [] },
      ["regions", "region_node_counts"],
    ],
    ["what is missing though no cluster is without it", MISSING, Object.keys(MISSING)],
  ])("leaves out %s, so that state keeps it", (_, changes, absent) => {
    const observed = observedValues(record(changes));
    const expected = Object.keys(observedValues(record())).filter((name) => !absent.includes(name));
    expect(Object.keys(observed).sort()).toEqual(expected.sort());
    expect(Object.values(observed)).not.toContain(undefined);
  });
});

test.each<[string, Partial<ClusterValues>, ClusterRecord, boolean]>([
  [
    "a pair that was raised is no other answer",
    { auto_upgrade_capacity: true },
    record({ memory: "16_gb" }),
    false,
  ],
  ["it is one while upgrades are off", { auto_upgrade_capacity: false }, record({ memory: "16_gb" }), true],
  ["the same pair is the answer", { auto_upgrade_capacity: true }, record(), true],
  ["a smaller pair is another answer", { auto_upgrade_capacity: true }, record({ memory: "4_gb" }), true],
])("answeredValues: %s", (_, planned, answer, isAnswered) => {
  const answered = answeredValues(answer, values({ ...PAIR, ...planned }));
  expect("memory" in answered && "vcpu" in answered).toBe(isAnswered);
  expect(answered.live).toMatchObject({ memory: answer.memory, vcpu: answer.vcpu });
});
