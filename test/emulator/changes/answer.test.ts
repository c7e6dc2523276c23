import { call, emulators } from "../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
/** An hour after the emulator's start, 2027-01-01T00:00:00Z. */
const DUE = 1_798_765_200;
const GROW = { perform_change_at: DUE, new_memory: "16_gb", new_vcpu: "4_vcpus" };
const SEED = { clusters: [{ id: "abc", memory: "8_gb", vcpu: "4_vcpus" }] };
const begun = (options: object = {}) => start({ seed: SEED, ...options });
const changeOf = (body: unknown) => (body as { configuration_change: { id: string } }).configuration_change;

const OLD = {
  old_memory: "8_gb",
  old_vcpu: "4_vcpus",
  old_gpu: "no",
  old_high_performance_disk: "no",
  old_search_server_version: "30.2",
  old_high_availability: "no",
  old_high_availability_node_count: null,
  old_search_delivery_network: "off",
  old_load_balancing: "no",
  old_region_node_counts: { oregon: 1 },
};
const NO_NEW = {
  new_memory: null,
  new_vcpu: null,
  new_gpu: null,
  new_high_performance_disk: null,
  new_search_server_version: null,
  new_high_availability: null,
  new_high_availability_node_count: null,
  new_search_delivery_network: null,
  new_load_balancing: null,
  new_region_node_counts: null,
};

describe("how a change reads", () => {
  const NETWORK = {
    perform_change_at: DUE,
    new_search_delivery_network: "3_regions",
    new_region_node_counts: { oregon: 1, tokyo: 1, paris: 1 },
  };
  const asked = {
    new_search_delivery_network: "3_regions",
    new_region_node_counts: { oregon: 1, tokyo: 1, paris: 1 },
  };
  test.each([
    ["null", { ...NO_NEW, ...asked }],
    ["derived", { ...NO_NEW, ...asked, new_high_availability: "yes", new_load_balancing: "yes" }],
    [
      "filled",
      {
        new_memory: "8_gb",
        new_vcpu: "4_vcpus",
        new_gpu: "no",
        new_high_performance_disk: "no",
        new_search_server_version: "30.2",
        new_high_availability: "yes",
        new_high_availability_node_count: null,
        new_load_balancing: "yes",
        ...asked,
      },
    ],
  ])("fields that were not asked for: %s", async (unrequested_new, expected) => {
    const emulator = await begun({ assumptions: { unrequested_new } });
    const { body } = await call(emulator, `POST ${CHANGES}`, { json: NETWORK });
    expect(changeOf(body)).toMatchObject({ ...OLD, ...expected });
  });

  test.each([
    ["none", null, null],
    ["several_regions", null, { oregon: 1, tokyo: 1, paris: 1 }],
    ["all", { oregon: 1 }, { oregon: 1, tokyo: 1, paris: 1 }],
  ])("counts that were not asked for, where clusters show %s", async (region_node_counts, before, after) => {
    const emulator = await begun({ assumptions: { region_node_counts, unrequested_new: "filled" } });
    await call(emulator, `POST ${CHANGES}`, { json: NETWORK });
    expect(emulator.state().changes).toMatchObject([
      { old_region_node_counts: before, new_region_node_counts: { oregon: 1, tokyo: 1, paris: 1 } },
    ]);
    const [change] = emulator.state().changes;
    emulator.finishChange("abc", change?.id ?? "", "succeeded");
    const restart = { perform_change_at: DUE };
    const { body } = await call(emulator, `POST ${CHANGES}`, { json: restart });
    expect(changeOf(body)).toMatchObject({ old_region_node_counts: after, new_region_node_counts: after });
  });

  test("a leading part of a version reads as the version that it stands for", async () => {
    const json = { perform_change_at: DUE, new_search_server_version: "29" };
    const { body } = await call(await begun(), `POST ${CHANGES}`, { json });
    expect(changeOf(body)).toMatchObject({ new_search_server_version: "29.1" });
  });

  test("old values are those of the day it was made", async () => {
    const emulator = await begun();
    const { id } = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    emulator.patchCluster("abc", { memory: "32_gb", vcpu: "8_vcpus" });
    expect((await call(emulator, `GET ${CHANGES}/${id}`)).body).toMatchObject({ old_memory: "8_gb" });
    emulator.advance(86_400);
    expect((await call(emulator, `GET ${CHANGES}/${id}`)).body).toMatchObject({ old_memory: "8_gb" });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ memory: "16_gb" });
  });
});
