import fc from "fast-check";
import type { ClusterRecord } from "../../../src/client";
import { answeredValues, createBody, observedValues, updateBody } from "../../../src/provider/cluster/model";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { SINGLE } from "../clusterChange/kit";
import { record, values } from "../support";

const PAIR = { memory: "8_gb", vcpu: "2_vcpus" };

describe("createBody sends what is said and nothing else", () => {
  const regions = ["oregon"];
  test.each<[string, Partial<ClusterValues>, object]>([
    ["a name, also an empty one", { regions, name: "" }, { regions, name: "" }],
    [
      "HA by counts, whose sum must not be sent too",
      {
        region_node_counts: { oregon: 3 },
        regions,
        high_availability: true,
        high_availability_node_count: 3,
      },
      { region_node_counts: { oregon: 3 }, high_availability: "yes" },
    ],
    [
      "a network, and a number of nodes",
      { regions, search_delivery_network: "3_regions", high_availability_node_count: 5 },
      { regions, search_delivery_network: "3_regions", high_availability_node_count: 5 },
    ],
    [
      "yes and no",
      { regions, gpu: true, high_performance_disk: false, high_availability: false },
      { regions, gpu: "yes", high_performance_disk: "no", high_availability: "no" },
    ],
    [
      "automatic upgrades turned off, and a version",
      { regions, auto_upgrade_capacity: false, search_server_version: "27" },
      { regions, auto_upgrade_capacity: false, search_server_version: "27" },
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
  ])("%s", (_, planned, body) => {
    expect(createBody(values(planned))).toStrictEqual({ ...PAIR, ...body });
  });
});

describe("updateBody", () => {
  test.each<[readonly (keyof ClusterValues)[], Partial<ClusterValues>, object]>([
    [["name"], { name: "a", auto_upgrade_capacity: true }, { name: "a" }],
    [["name"], { name: null }, { name: null }],
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
    expect(observedValues(record())).toStrictEqual({
      id: "c-1",
      name: "products",
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

describe("answeredValues", () => {
  const RAISED = record({ memory: "16_gb", vcpu: "4_vcpus" });
  test.each<[string, Partial<ClusterValues>, ClusterRecord, boolean]>([
    ["a pair that was raised is no other answer", { auto_upgrade_capacity: true }, RAISED, false],
    ["it is one while upgrades are off", { auto_upgrade_capacity: false }, RAISED, true],
    ["the same pair is the answer", { auto_upgrade_capacity: true }, record(), true],
    ["a smaller pair is another answer", { auto_upgrade_capacity: true }, record({ memory: "4_gb" }), true],
  ])("%s", (_, planned, answer, told) => {
    const answered = answeredValues(answer, values({ ...PAIR, ...planned }));
    expect("memory" in answered && "vcpu" in answered).toBe(told);
    expect(answered.live).toMatchObject({ memory: answer.memory, vcpu: answer.vcpu });
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
