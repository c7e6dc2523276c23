import fc from "fast-check";
import type { ClusterRecord } from "../../../src/client";
import { toBool, toInstant, toYesNo } from "../../../src/provider/api/convert";
import { nodeCountsOf } from "../../../src/provider/api/topology";
import { answeredValues, createBody, observedValues, updateBody } from "../../../src/provider/cluster/model";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { record, values } from "../support";

const PAIR = { memory: "8_gb", vcpu: "2_vcpus" };

describe("createBody sends what is said and nothing else", () => {
  test.each<[string, Partial<ClusterValues>, object]>([
    ["one region", { regions: ["oregon"] }, { regions: ["oregon"] }],
    ["a name", { regions: ["oregon"], name: "products" }, { regions: ["oregon"], name: "products" }],
    ["an empty name", { regions: ["oregon"], name: "" }, { regions: ["oregon"], name: "" }],
    [
      "HA",
      { regions: ["oregon"], high_availability: true, high_availability_node_count: 5 },
      { regions: ["oregon"], high_availability: "yes", high_availability_node_count: 5 },
    ],
    [
      "HA by counts, whose sum must not be sent too",
      { region_node_counts: { oregon: 3 }, high_availability: true, high_availability_node_count: 3 },
      { region_node_counts: { oregon: 3 }, high_availability: "yes" },
    ],
    [
      "counts before the regions that follow from them",
      { region_node_counts: { oregon: 1 }, regions: ["oregon"] },
      { region_node_counts: { oregon: 1 } },
    ],
    [
      "a network",
      { regions: ["a", "b", "c"], search_delivery_network: "3_regions", high_availability: true },
      { regions: ["a", "b", "c"], search_delivery_network: "3_regions", high_availability: "yes" },
    ],
    [
      "yes and no",
      { regions: ["oregon"], gpu: true, high_performance_disk: false, high_availability: false },
      { regions: ["oregon"], gpu: "yes", high_performance_disk: "no", high_availability: "no" },
    ],
    [
      "automatic upgrades turned off",
      { regions: ["oregon"], auto_upgrade_capacity: false },
      { regions: ["oregon"], auto_upgrade_capacity: false },
    ],
    [
      "a version",
      { regions: ["oregon"], search_server_version: "27" },
      { regions: ["oregon"], search_server_version: "27" },
    ],
    [
      "what only Terraform keeps is not sent",
      {
        regions: ["oregon"],
        termination_protection: true,
        notification_email_addresses: ["a@example.com"],
        timeouts: { create: "1h", update: null, delete: null },
      },
      { regions: ["oregon"] },
    ],
  ])("%s", (_, planned, body) => {
    expect(createBody(values(planned))).toStrictEqual({ ...PAIR, ...body });
  });
});

describe("updateBody", () => {
  test.each<[readonly (keyof ClusterValues)[], Partial<ClusterValues>, object]>([
    [["name"], { name: "a", auto_upgrade_capacity: true }, { name: "a" }],
    [["name"], { name: null }, { name: null }],
    [["auto_upgrade_capacity"], { name: "a", auto_upgrade_capacity: true }, { auto_upgrade_capacity: true }],
    [["auto_upgrade_capacity"], { auto_upgrade_capacity: null }, { auto_upgrade_capacity: false }],
    [
      ["name", "auto_upgrade_capacity"],
      { name: "a", auto_upgrade_capacity: false },
      { name: "a", auto_upgrade_capacity: false },
    ],
  ])("of %j", (changed, planned, body) => {
    expect(updateBody(values(planned), changed)).toStrictEqual(body);
  });
});

describe("observedValues", () => {
  test("of a cluster in service, in the resource's names", () => {
    const sizing = {
      memory: "8_gb",
      vcpu: "2_vcpus",
      gpu: false,
      high_performance_disk: false,
      search_server_version: "30.2",
      high_availability: false,
      high_availability_node_count: null,
      search_delivery_network: "off",
      region_node_counts: { oregon: 1 },
    };
    expect(observedValues(record())).toStrictEqual({
      id: "c-1",
      name: "products",
      ...sizing,
      auto_upgrade_capacity: null,
      status: "in_service",
      load_balancing: false,
      live: sizing,
      pending_change: null,
      provisioned_at: "2023-11-14T22:13:20Z",
      provisioned_by: { user_name: "pipeline", user_type: "API Key" },
      hostnames: { nodes: ["c-1-1.example"], load_balanced: null, search_delivery_network: null },
      regions: ["oregon"],
    });
  });

  test.each<[string, Partial<ClusterRecord>, (keyof ClusterValues)[]]>([
    ["hostnames, which never go back to null", { hostnames: null }, ["hostnames"]],
    [
      "the topology of a cluster that starts",
      { region_node_counts: null, regions: ["oregon"], status: "initializing" },
      ["regions", "region_node_counts"],
    ],
    [
      "the topology when no node is live",
      { region_node_counts: null, regions: [] },
      ["regions", "region_node_counts"],
    ],
    ["the version of a cluster that starts", { search_server_version: null }, ["search_server_version"]],
    [
      "what is missing though no cluster is without it",
      { gpu: null, high_performance_disk: null, high_availability: null, load_balancing: null },
      ["gpu", "high_performance_disk", "high_availability", "load_balancing"],
    ],
    [
      "who made it, and when",
      { provisioned_at: null, provisioned_by: null },
      ["provisioned_at", "provisioned_by"],
    ],
    ["the network", { search_delivery_network: null }, ["search_delivery_network"]],
  ])("leaves out %s, so that state keeps it", (_, changes, absent) => {
    const observed = observedValues(record(changes));
    for (const name of absent) expect(observed).not.toHaveProperty(name);
    const kept = Object.keys(observedValues(record())).filter((name) => !absent.some((one) => one === name));
    expect(Object.keys(observed).sort()).toEqual(kept.sort());
  });

  test("nulls that mean something are said", () => {
    expect(
      observedValues(record({ name: null, auto_upgrade_capacity: null, high_availability_node_count: null })),
    ).toMatchObject({ name: null, auto_upgrade_capacity: null, high_availability_node_count: null });
  });
});

describe("the target topology", () => {
  test.each<[string, Partial<ClusterRecord>, Record<string, number> | undefined]>([
    ["is region_node_counts", { region_node_counts: { a: 3 }, regions: ["a"] }, { a: 3 }],
    ["whatever the status", { region_node_counts: { a: 3 }, regions: [], status: "provisioning" }, { a: 3 }],
    [
      "without it, the nodes in service",
      { region_node_counts: null, regions: ["b", "a", "b"] },
      { a: 1, b: 2 },
    ],
    [
      "but not while it starts",
      { region_node_counts: null, regions: ["a"], status: "provisioning" },
      undefined,
    ],
    [
      "nor while it is suspended",
      { region_node_counts: null, regions: ["a"], status: "suspended" },
      undefined,
    ],
    ["nor without nodes", { region_node_counts: null, regions: [] }, undefined],
  ])("%s", (_, changes, expected) => {
    expect(nodeCountsOf(record(changes))).toEqual(expected);
  });
});

describe("answeredValues", () => {
  const RAISED = record({ memory: "16_gb", vcpu: "4_vcpus" });
  test.each<[string, Partial<ClusterValues>, ClusterRecord, boolean]>([
    ["a pair that was raised is no other answer", { auto_upgrade_capacity: true }, RAISED, false],
    ["it is one while upgrades are off", { auto_upgrade_capacity: false }, RAISED, true],
    ["it is one when nothing is said of upgrades", {}, RAISED, true],
    ["the same pair is the answer", { auto_upgrade_capacity: true }, record(), true],
    ["a smaller pair is another answer", { auto_upgrade_capacity: true }, record({ memory: "4_gb" }), true],
  ])("%s", (_, planned, answer, told) => {
    const answered = answeredValues(answer, values({ ...PAIR, ...planned }));
    expect("memory" in answered && "vcpu" in answered).toBe(told);
    expect(answered.live).toMatchObject({ memory: answer.memory, vcpu: answer.vcpu });
  });
});

describe("words", () => {
  test.each([
    ["yes", true],
    ["no", false],
    ["perhaps", false],
    [null, null],
  ])("%p is %p", (word, expected) => {
    expect(toBool(word)).toBe(expected);
  });

  test("yes and no go both ways", () => {
    for (const value of [true, false]) expect(toBool(toYesNo(value))).toBe(value);
  });

  test.each([
    [0, "1970-01-01T00:00:00Z"],
    [1_700_000_000, "2023-11-14T22:13:20Z"],
    [1.5, "1970-01-01T00:00:01.500Z"],
    [null, null],
  ])("%p seconds are %p", (seconds, expected) => {
    expect(toInstant(seconds)).toBe(expected);
  });
});

describe("of any record and any plan", () => {
  const yesNo = fc.constantFrom("yes", "no", null);
  const text = fc.option(fc.string());
  const counts = fc.dictionary(
    fc.constantFrom("oregon", "paris", "constructor"),
    fc.integer({ min: 1, max: 7 }),
  );
  const records = fc.record({
    name: text,
    gpu: yesNo,
    high_performance_disk: yesNo,
    high_availability: yesNo,
    load_balancing: yesNo,
    search_server_version: text,
    search_delivery_network: text,
    high_availability_node_count: fc.option(fc.integer()),
    regions: fc.array(fc.constantFrom("oregon", "paris", "tokyo")),
    region_node_counts: fc.option(counts),
    status: fc.string(),
    provisioned_at: fc.option(fc.integer({ min: 0, max: 4_000_000_000 })),
  });
  const plans = fc.record({
    name: text,
    gpu: fc.option(fc.boolean()),
    high_performance_disk: fc.option(fc.boolean()),
    high_availability: fc.option(fc.boolean()),
    auto_upgrade_capacity: fc.option(fc.boolean()),
    search_delivery_network: text,
    search_server_version: text,
    high_availability_node_count: fc.option(fc.integer()),
    regions: fc.option(fc.array(fc.string())),
    region_node_counts: fc.option(counts),
  });

  test("nothing observed is undefined, and hostnames and regions never go back to null", () => {
    fc.assert(
      fc.property(records, (changes) => {
        const observed = observedValues(record(changes as Partial<ClusterRecord>));
        expect(Object.values(observed)).not.toContain(undefined);
        for (const name of ["hostnames", "regions", "region_node_counts"] as const)
          expect(observed[name]).not.toBeNull();
      }),
    );
  });

  test("nothing sent is undefined or null, and one of regions and counts is", () => {
    fc.assert(
      fc.property(plans, (planned) => {
        const body = createBody(values(planned));
        expect(Object.values(body)).not.toContain(undefined);
        expect(Object.values(body)).not.toContain(null);
        expect("regions" in body).not.toBe("region_node_counts" in body);
        if ("region_node_counts" in body) expect(body).not.toHaveProperty("high_availability_node_count");
      }),
    );
  });
});
