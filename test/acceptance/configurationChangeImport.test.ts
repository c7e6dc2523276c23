import type { ChangeSeed, ClusterSeedBody } from "../../src/emulator";
import { testWith } from "../support/features";
import { EXPLICIT, eachScene, explicit, importBlock, OPTIONS, SHOP } from "./support";

const on = eachScene(OPTIONS);

const AT = Date.UTC(2026, 11, 1) / 1000;
const PENDING = 'perform_change_at = "2026-12-01T00:00:00Z"';
const SIZE: ClusterSeedBody = { memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" };

function seed(change: ChangeSeed, cluster: ClusterSeedBody = SIZE, id = SHOP): void {
  const changes = [{ id: "c1", perform_change_at: AT, ...change }];
  on.emulator.seed({ clusters: [{ id, ...cluster, changes }] });
}

/** Changes at the service, and their configurations; if the service fills no other fields, the plan may be a no-op. */
const RECORDS: [change: ChangeSeed, body: string, isExact: boolean][] = [
  [{ new_memory: "16_gb", new_vcpu: "4_vcpus" }, 'new_memory = "16_gb"\nnew_vcpu = "4_vcpus"', true],
  // Only one half of the size changes; the configuration has a prefix of the version.
  [{ new_memory: "8_gb", new_vcpu: "4_vcpus" }, 'new_memory = "8_gb"\nnew_vcpu = "4_vcpus"', false],
  [{ new_search_server_version: "30.2" }, 'new_search_server_version = "30"', false],
  // A network includes high availability.
  [
    {
      new_search_delivery_network: "3_regions",
      new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    },
    'new_search_delivery_network = "3_regions"\nnew_region_node_counts = { tokyo = 1, oregon = 1, paris = 1 }',
    true,
  ],
  // A restart.
  [{}, "", true],
];

test.each(["null", "filled"])(
  "every kind of change is imported without another one (unrequested new_ fields %s)",
  async (unrequested_new) => {
    on.emulator.setAssumptions({ unrequested_new });
    const resources = RECORDS.map(([change, body], place) => {
      const [id, label] = [`shop${place}`, `it${place}`];
      seed(change, SIZE, id);
      const block = importBlock(`${id}/c1`, `searchcloud_configuration_change.${label}`);
      return `${explicit(`${body}\n${PENDING}`, id, label)}\n${block}`;
    });
    await on.write(resources.join("\n"));
    const { resource_changes = [] } = await on.workspace.planJson();
    expect(resource_changes).toHaveLength(RECORDS.length);
    for (const [place, [, , isExact]] of RECORDS.entries()) {
      const planned = resource_changes.find(({ address }) => address.endsWith(`.it${place}`))?.change;
      const actions = planned?.actions.join();
      if (isExact && unrequested_new === "null") expect(actions).toBe("no-op");
      else expect(actions).toMatch(/^(no-op|update)$/);
    }
    on.requests();
    await on.workspace.apply(["plan.out"]);
    expect(on.writes()).toEqual([]);
    await on.empty();
    const { id, cluster_id, status } = await on.values("searchcloud_configuration_change.it0");
    expect([id, cluster_id, status]).toEqual(["c1", "shop0", "pending"]);
  },
);

testWith("generated configuration")(
  "a generated configuration plans empty, where the service fills every field; another request is another change",
  async () => {
    on.emulator.setAssumptions({ unrequested_new: "filled" });
    seed({ new_high_availability_node_count: 5 }, { ...SIZE, high_availability: "yes" });
    await on.write(importBlock(`${SHOP}/c1`, EXPLICIT));
    expect(await on.generated()).toMatch(/new_high_availability_node_count += 5/);
    await on.apply();
    await on.empty();
    expect(on.writes()).toEqual([]);
    await on.workspace.write({ "generated.tf": "" });
    const other = explicit("new_high_availability_node_count = 5\nnew_gpu = true");
    expect((await on.change(other)).actions).toEqual(["delete", "create"]);
  },
);
