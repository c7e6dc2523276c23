import { TerraformError, UNKNOWN } from "../../../../src/framework";
import type { PrivateState } from "../../../../src/provider/resources/cluster/privateState";
import type { ClusterValues } from "../../../../src/provider/resources/cluster/schema";
import { serviceOf } from "../../kit";
import { SINGLE } from "../../shared/changes/kit";
import { record } from "../../support";
import { config, KNOWN, planCluster, stateOf } from "./kit";

type Config = NonNullable<Parameters<typeof config>[0]>;
const PRIOR = stateOf();

describe("a create", () => {
  const create = (given: Config, more: Partial<Parameters<typeof planCluster>[0]> = {}) =>
    planCluster({ config: config(given), ...more });

  test.each<[string, Config, object]>([
    [
      "what nobody says is left to the service; there is no pending change",
      {},
      { pending_change: null, high_availability: UNKNOWN, regions: ["oregon"] },
    ],
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
    [
      "not where they are configured",
      { regions: UNKNOWN, region_node_counts: { a: 1 } },
      { regions: UNKNOWN },
    ],
    ["HA follows from the network", { search_delivery_network: "3_regions" }, { high_availability: true }],
    ["not from one that is unknown", { search_delivery_network: UNKNOWN }, { high_availability: UNKNOWN }],
    [
      "not against the configuration",
      { search_delivery_network: "3_regions", high_availability: false },
      { high_availability: false },
    ],
  ])("%s", async (_, given, expected) => {
    expect((await create(given)).planned).toMatchObject(expected);
  });

  test.each<[string, Config, string, string]>([
    ["a pair", { vcpu: "8_vcpus" }, "vcpu", 'memory "8_gb" with vcpu "8_vcpus"'],
    ["a GPU", { gpu: true }, "gpu", 'a GPU with memory "8_gb" and vcpu "2_vcpus"'],
    ["regions", { regions: ["oregon", "atlantis", "mu"] }, "regions", 'region "atlantis", "mu"'],
    [
      "a network",
      { search_delivery_network: "9_regions" },
      "search_delivery_network",
      'search_delivery_network "9_regions"',
    ],
  ])("warns of %s that no table lists, with the name in the summary", async (_, given, path, words) => {
    const { diagnostics } = await create({ name: "products", ...given });
    const summary = `The service may refuse the new cluster "products": ${words}`;
    expect(diagnostics).toMatchObject([{ severity: "warning", path: [path], summary }]);
  });

  test.each<[Config, string | null]>([
    [{ high_availability: true, high_availability_node_count: 2 }, "high_availability_node_count"],
    [{ high_availability: true, region_node_counts: { oregon: 2 } }, "region_node_counts"],
    [
      { search_delivery_network: "multi_nodes_per_region", region_node_counts: { oregon: 1, paris: 1 } },
      "region_node_counts",
    ],
    [{ high_availability: true, high_availability_node_count: 7 }, null],
    [{ high_availability: UNKNOWN, high_availability_node_count: 9 }, null],
    [{ high_availability: true, search_delivery_network: UNKNOWN, high_availability_node_count: 9 }, null],
    [{ region_node_counts: { oregon: 1 } }, null],
    [{ memory: UNKNOWN, gpu: true, regions: UNKNOWN, search_delivery_network: UNKNOWN }, null],
    [{ vcpu: "4_vcpus", gpu: true }, null],
  ])("with the nodes of %j is refused for %s", async (given, refused) => {
    const { diagnostics } = await create(given);
    const detail = "A cluster with high availability has 3 to 7 nodes; 2 are given.";
    expect(diagnostics).toMatchObject(
      refused === null ? [] : [{ severity: "error", path: [refused], detail }],
    );
  });

  test("searches for its name once, not for an unknown one, and not without a service", async () => {
    const service = serviceOf();
    await create({ name: UNKNOWN }, { service });
    expect(service.listings()).toBe(0);
    await create({ name: "products" }, { service });
    expect(service.listings()).toBe(1);
    const { client: _, ...open } = service;
    expect((await create({ name: "products" }, { service: open })).texts).toEqual([]);
  });

  test("refuses a name that exists, but not that of the cluster it replaces", async () => {
    const attempt = (privateState?: PrivateState) =>
      create({ name: "products" }, { service: serviceOf({}, [record()]), privateState });
    await expect(attempt()).rejects.toThrow(TerraformError);
    await expect(attempt({ ...KNOWN, id: "c-2" })).rejects.toThrow(TerraformError);
    await expect(attempt(KNOWN)).resolves.toBeDefined();
  });

  test("in place of a protected cluster is refused before any request", async () => {
    const service = serviceOf();
    const attempt = create({}, { service, privateState: { ...KNOWN, protected: true } });
    await expect(attempt).rejects.toMatchObject({ summary: "Cluster c-1 is protected against termination" });
    expect(service.listings()).toBe(0);
  });
});

describe("an update", () => {
  const update = (edit: Config, more: Partial<ClusterValues> = {}, privateState?: PrivateState) => {
    const prior = { ...PRIOR, ...more };
    return planCluster({ config: { ...prior, ...edit }, prior, privateState });
  };

  test("that changes nothing needs no request and no warning, and plans the current values", async () => {
    const service = serviceOf({}, [record()]);
    const { planned, texts } = await planCluster({
      config: config({ name: "products" }),
      prior: PRIOR,
      service,
    });
    expect([service.listings(), texts]).toEqual([0, []]);
    expect(planned).toEqual(expect.objectContaining({ ...PRIOR }));
  });

  test.each([
    [true, false, true],
    [false, true, false],
  ])("stores the prior protection (%p), not the planned one (%p)", async (before, planned, expected) => {
    const edit = { termination_protection: planned };
    const known = { ...KNOWN, protected: !before };
    const { privateState } = await update(edit, { termination_protection: before }, known);
    expect(privateState).toEqual({ ...KNOWN, protected: expected });
  });

  test("warns of an unlisted value, and identifies a cluster without a name by its id", async () => {
    const { texts } = await update({ memory: "7_gb" }, { name: null });
    expect(texts).toContainEqual(
      expect.stringMatching(/^warning: The service may refuse cluster c-1: memory "7_gb" \|/),
    );
  });

  test("without private state stores none", async () => {
    expect((await update({ termination_protection: true })).privateState).toBeUndefined();
  });

  describe("of a cluster that the service may raise", () => {
    const PAIR = { memory: "8_gb", vcpu: "2_vcpus" };
    const pair = (memory: string, vcpu: string) => ({ memory, vcpu });
    const [LARGER, OTHER] = [pair("16_gb", "4_vcpus"), pair("4_gb", "4_vcpus")];
    const UPGRADES = 'Cluster "products" (c-1) has another capacity than configured';

    test.each<
      [string, live: object, before: boolean, now: boolean, configured: object | null, planned: object]
    >([
      ["a larger pair stays", LARGER, true, true, null, LARGER],
      ["a smaller one is raised", pair("4_gb", "2_vcpus"), true, true, null, PAIR],
      ["a larger one is shrunk where upgrades are turned off", LARGER, true, false, null, PAIR],
      ["a larger one is shrunk where upgrades are turned on only now", LARGER, false, true, null, PAIR],
      ["an incomparable one stays, as in a state of 0.1.0", OTHER, true, true, null, OTHER],
      ["an incomparable one stays that was configured before", OTHER, true, true, PAIR, OTHER],
      ["an edit to an incomparable one is planned as configured", OTHER, true, true, OTHER, PAIR],
    ])("%s", async (_, live, before, now, configured, planned) => {
      const known = { ...KNOWN, ...(configured && { configured }) } as PrivateState;
      const edit = { ...PAIR, auto_upgrade_capacity: now };
      const result = await update(edit, { ...live, auto_upgrade_capacity: before }, known);
      expect(result.planned).toMatchObject(planned);
      const warned = result.diagnostics.filter(({ summary }) => summary === UPGRADES);
      expect(warned).toHaveLength(planned === OTHER ? 1 : 0);
      for (const { detail } of warned) expect(detail).toContain("auto_upgrade_capacity = false");
      expect(result.privateState?.configured).toEqual(now ? PAIR : undefined);
    });

    test("a raise is reported once: from, to, and the configured value", async () => {
      const known = { ...KNOWN, raised_from: PAIR };
      const edit = { memory: "4_gb" };
      const { diagnostics, privateState } = await update(
        edit,
        { ...LARGER, auto_upgrade_capacity: true },
        known,
      );
      expect(diagnostics).toMatchObject([
        {
          severity: "warning",
          summary: 'Cluster "products" (c-1) has been upgraded from 8_gb and 2_vcpus to 16_gb and 4_vcpus',
          detail: expect.stringContaining("The configuration says 4_gb and 4_vcpus"),
        },
      ]);
      expect(privateState).not.toHaveProperty("raised_from");
    });
  });

  test("any configuration that results from ignore_changes is accepted", async () => {
    const odd = { regions: ["a", "b"], region_node_counts: { c: 9 }, high_availability: false };
    await expect(
      update({ ...odd, high_availability_node_count: 99, search_delivery_network: "nonsense" }),
    ).resolves.toBeDefined();
    await expect(update({ regions: null, memory: UNKNOWN, vcpu: UNKNOWN })).resolves.toBeDefined();
  });
});

describe("a destroy", () => {
  test("of a cluster protected in state is refused", async () => {
    const attempt = planCluster({ prior: stateOf(SINGLE, { termination_protection: true }) });
    await expect(attempt).rejects.toMatchObject({
      summary: 'Cluster "products" (c-1) is protected against termination',
      path: ["termination_protection"],
    });
  });

  test.each([
    [["clusters:read", "clusters:create"], 1],
    [["clusters:terminate"], 0],
    [null, 0],
  ])("with a key that may %j brings a warning: %p", async (granted, warnings) => {
    const { texts } = await planCluster({ prior: PRIOR, client: { capabilities: async () => granted } });
    expect(texts).toHaveLength(warnings);
    for (const text of texts)
      expect(text).toMatch(
        /^warning: The key may not be allowed to terminate cluster "products" \(c-1\) \| .*Use a key with the preset admin/,
      );
  });
});
