import { TerraformError, UNKNOWN } from "../../../src/framework";
import { planCluster } from "../../../src/provider/cluster/plan";
import type { PrivateState } from "../../../src/provider/cluster/privateState";
import { config, type PlanningOf, planning, record, service, values } from "../support";

async function plan(given: PlanningOf) {
  const fake = planning(given);
  await planCluster(fake);
  return fake;
}

const PRIOR = values({
  id: "c-1",
  name: "products",
  regions: ["oregon"],
  region_node_counts: { oregon: 1 },
  high_availability: false,
  search_delivery_network: "off",
  status: "in_service",
});
type Config = NonNullable<Parameters<typeof config>[0]>;
const KEPT = { id: "c-1", host: "api.example", protected: false };

describe("a create", () => {
  test("has no pending change, and leaves to the service what nobody says", async () => {
    const { planned, said } = await plan({ config: config() });
    expect(planned).toMatchObject({ pending_change: null, high_availability: UNKNOWN, regions: ["oregon"] });
    expect(said).toEqual([]);
  });

  test.each<[string, Config, object]>([
    [
      "the regions follow from the counts",
      { regions: null, region_node_counts: { b: 1, a: 2 } },
      { regions: ["a", "b"] },
    ],
    [
      "not while the counts are unknown",
      { regions: null, region_node_counts: UNKNOWN },
      { regions: UNKNOWN },
    ],
    ["not where they are said", { regions: UNKNOWN, region_node_counts: { a: 1 } }, { regions: UNKNOWN }],
    ["HA follows from the network", { search_delivery_network: "3_regions" }, { high_availability: true }],
    ["nor from one that is unknown", { search_delivery_network: UNKNOWN }, { high_availability: UNKNOWN }],
    [
      "nor against what is said",
      { search_delivery_network: "3_regions", high_availability: false },
      { high_availability: false },
    ],
  ])("%s", async (_, given, expected) => {
    expect((await plan({ config: config(given) })).planned).toMatchObject(expected);
  });

  test.each<[string, Config, string, string]>([
    ["a pair", { vcpu: "8_vcpus" }, "vcpu", 'memory "8_gb" with vcpu "8_vcpus"'],
    ["a GPU", { gpu: true }, "gpu", 'a GPU with memory "8_gb" and vcpu "2_vcpus"'],
    ["regions", { regions: ["oregon", "atlantis", "mu"] }, "regions", 'region "atlantis", "mu"'],
    ["a network", { search_delivery_network: "9_regions" }, "search_delivery_network", '"9_regions"'],
  ] as const)(
    "warns of %s that no table lists, with the name in the summary",
    async (_, given, path, words) => {
      const { said } = await plan({ config: config({ name: "products", ...given }) });
      expect(said).toMatchObject([{ severity: "warning", path: [path] }]);
      expect(said[0]?.summary).toMatch(/^The service may refuse "products": /);
      expect(said[0]?.summary).toContain(words);
    },
  );

  test.each<[string, Config]>([
    ["unknown values", { memory: UNKNOWN, gpu: true, regions: UNKNOWN, search_delivery_network: UNKNOWN }],
    ["listed ones", { memory: "8_gb", vcpu: "4_vcpus", gpu: true }],
  ])("says nothing of %s", async (_, given) => {
    expect((await plan({ config: config(given) })).said).toEqual([]);
  });

  test.each([
    [{ high_availability: true, high_availability_node_count: 2 }, "high_availability_node_count", 2],
    [{ high_availability: true, region_node_counts: { oregon: 2 } }, "region_node_counts", 2],
    [
      { search_delivery_network: "multi_nodes_per_region", region_node_counts: { oregon: 1, paris: 1 } },
      "region_node_counts",
      2,
    ],
  ] as const)("refuses the nodes of %j", async (given, path, nodes) => {
    const { said } = await plan({ config: config(given) });
    expect(said).toMatchObject([{ severity: "error", path: [path] }]);
    expect(said[0]?.detail).toBe(`A cluster with high availability has 3 to 7 nodes; ${nodes} are given.`);
  });

  test.each<[Config]>([
    [{ high_availability: true, high_availability_node_count: 7 }],
    [{ high_availability: UNKNOWN, high_availability_node_count: 9 }],
    [{ high_availability: true, search_delivery_network: UNKNOWN, high_availability_node_count: 9 }],
    [{ region_node_counts: { oregon: 1 } }],
  ])("lets the nodes of %j pass", async (given) => {
    expect((await plan({ config: config(given) })).said).toEqual([]);
  });

  test("looks for its name once, not for an unknown one, and not without a service", async () => {
    const known = service();
    await plan({ config: config({ name: "products" }), service: known });
    expect(known.asked()).toBe(1);
    const other = service();
    await plan({ config: config({ name: UNKNOWN }), service: other });
    expect(other.asked()).toBe(0);
    const open = { ...service(), client: undefined };
    expect((await plan({ config: config({ name: "products" }), service: open })).said).toEqual([]);
  });

  test("refuses a name that exists, but not that of the cluster it replaces", async () => {
    const account = service([record()]);
    const attempt = (given: Partial<PlanningOf>) =>
      plan({ config: config({ name: "products" }), service: account, ...given });
    await expect(attempt({})).rejects.toThrow(TerraformError);
    await expect(attempt({ kept: { ...KEPT, id: "c-2" } })).rejects.toThrow(TerraformError);
    await expect(attempt({ kept: KEPT })).resolves.toBeDefined();
  });

  test("in place of a protected cluster is refused before anything is asked", async () => {
    const account = service();
    const attempt = plan({ config: config(), service: account, kept: { ...KEPT, protected: true } });
    await expect(attempt).rejects.toMatchObject({ summary: "Cluster c-1 is protected against termination" });
    expect(account.asked()).toBe(0);
  });
});

describe("an update", () => {
  const update = (changes: Parameters<typeof config>[0], given: Partial<PlanningOf> = {}) =>
    plan({ config: config({ name: "products", ...changes }), prior: PRIOR, ...given });

  test("that changes nothing asks nothing, says nothing and plans what is", async () => {
    const account = service([record()]);
    const { planned, said } = await update({}, { service: account });
    expect([account.asked(), said]).toEqual([0, []]);
    expect(planned).toMatchObject({
      name: "products",
      region_node_counts: { oregon: 1 },
      status: "in_service",
    });
  });

  test.each([
    [true, false, true],
    [false, true, false],
  ])("keeps the protection that is (%p), not the planned one (%p)", async (before, planned, expected) => {
    const { keeps } = await plan({
      config: config({ name: "products", termination_protection: planned }),
      prior: { ...PRIOR, termination_protection: before },
      kept: { ...KEPT, protected: before !== true },
    });
    expect(keeps()).toEqual({ ...KEPT, protected: expected });
  });

  test("of a state with nothing beside it keeps nothing", async () => {
    expect((await update({ termination_protection: true })).keeps()).toBeUndefined();
  });

  test.each([
    ["larger", "16_gb", "4_vcpus", true, true, "16_gb", 0],
    ["incomparable", "4_gb", "4_vcpus", true, true, "4_gb", 1],
    ["smaller", "4_gb", "2_vcpus", true, true, "8_gb", 0],
    ["larger, turned off now", "16_gb", "4_vcpus", true, false, "8_gb", 0],
    ["larger, turned on only now", "16_gb", "4_vcpus", false, true, "8_gb", 0],
  ])("a live pair that is %s", async (_, memory, vcpu, before, now, expected, warnings) => {
    const { planned, said } = await plan({
      config: config({ memory: "8_gb", vcpu: "2_vcpus", auto_upgrade_capacity: now }),
      prior: { ...PRIOR, memory, vcpu, auto_upgrade_capacity: before },
    });
    expect(planned?.memory).toBe(expected);
    expect(said).toHaveLength(warnings);
  });

  describe("while auto_upgrade_capacity is on", () => {
    const runs = { ...PRIOR, memory: "32_gb", vcpu: "4_vcpus", auto_upgrade_capacity: true };
    const planPair = (memory: string, vcpu: string, kept: PrivateState) =>
      plan({
        config: config({ name: "products", memory, vcpu, auto_upgrade_capacity: true }),
        prior: runs,
        kept,
      });

    test("a pair that is edited to an incomparable one is planned as configured", async () => {
      const before = { memory: "32_gb", vcpu: "4_vcpus" };
      const { planned, said, keeps } = await planPair("16_gb", "8_vcpus", { ...KEPT, configured: before });
      expect(planned).toMatchObject({ memory: "16_gb", vcpu: "8_vcpus" });
      expect(said).toEqual([]);
      expect(keeps()).toMatchObject({ configured: { memory: "16_gb", vcpu: "8_vcpus" } });
    });

    test.each<[string, PrivateState]>([
      ["as it was configured before", { ...KEPT, configured: { memory: "16_gb", vcpu: "8_vcpus" } }],
      ["of which nobody knows since when, as in a state of 0.1.0", KEPT],
    ])("an incomparable pair %s is kept, with the way out", async (_, kept) => {
      const { planned, said } = await planPair("16_gb", "8_vcpus", kept);
      expect(planned).toMatchObject({ memory: "32_gb", vcpu: "4_vcpus" });
      expect(said).toMatchObject([{ detail: expect.stringContaining("auto_upgrade_capacity = false") }]);
    });

    test("a pair that the service has raised is said once: from, to, and what is configured", async () => {
      const raised = { ...KEPT, raised_from: { memory: "8_gb", vcpu: "2_vcpus" } };
      const { planned, said, keeps } = await planPair("4_gb", "2_vcpus", raised);
      expect(planned).toMatchObject({ memory: "32_gb", vcpu: "4_vcpus" });
      expect(said).toMatchObject([
        {
          severity: "warning",
          summary: 'Cluster "products" (c-1) has been upgraded from 8_gb and 2_vcpus to 32_gb and 4_vcpus',
          detail: expect.stringContaining("The configuration says 4_gb and 2_vcpus"),
        },
      ]);
      expect(keeps()).not.toHaveProperty("raised_from");
    });
  });

  test("what ignore_changes makes of a configuration is borne, whatever it is", async () => {
    const odd = { regions: ["a", "b"], region_node_counts: { c: 9 }, high_availability: false };
    await expect(
      update({ ...odd, high_availability_node_count: 99, search_delivery_network: "nonsense" }),
    ).resolves.toBeDefined();
    await expect(update({ regions: null, memory: UNKNOWN, vcpu: UNKNOWN })).resolves.toBeDefined();
  });
});

describe("a destroy", () => {
  test.each([
    [true, true],
    [false, false],
    [null, false],
  ])("with termination_protection %p in state is refused: %p", async (termination_protection, refused) => {
    const attempt = plan({ action: "delete", prior: { ...PRIOR, termination_protection } });
    if (refused)
      await expect(attempt).rejects.toMatchObject({
        summary: 'Cluster "products" (c-1) is protected against termination',
        path: ["termination_protection"],
      });
    else await expect(attempt).resolves.toMatchObject({ said: [] });
  });

  test.each([
    [["clusters:read", "clusters:create"], 1],
    [["clusters:terminate"], 0],
    [null, 0],
  ])("with a key that may %j is warned of: %p", async (granted, warnings) => {
    const account = service([], { client: { capabilities: async () => granted } });
    const { said } = await plan({ action: "delete", prior: PRIOR, service: account });
    expect(said).toHaveLength(warnings);
    for (const { severity, summary, detail } of said) {
      expect([severity, summary]).toEqual([
        "warning",
        'The key may not be allowed to terminate cluster "products" (c-1)',
      ]);
      expect(detail).toContain("Use a key with the preset admin");
    }
  });
});
