import { call, emulators } from "../support";

const start = emulators();
const CLONES = "/clusters/abc/cloning-operations";
const SOURCE = {
  id: "abc",
  name: "products",
  memory: "16_gb",
  vcpu: "4_vcpus",
  gpu: "yes",
  high_performance_disk: "yes",
  high_availability: "yes",
  search_server_version: "29.0",
  auto_upgrade_capacity: true,
  parameters: { "max-per-page": "500" },
};
const QUICK = { clone_pending_seconds: 60, clone_seconds: 600 };
const begun = (assumptions: object = {}) =>
  start({ seed: { clusters: [SOURCE] }, assumptions: { ...QUICK, ...assumptions } });
const clustersOf = (body: unknown) => (body as { clusters: { id: string; status: string }[] }).clusters;
type Record = { id: string; status: string; target_cluster_reference_id: string | null };
const cloneOf = (body: unknown) => (body as { cloning_operation: Record }).cloning_operation;

describe("the life of a clone", () => {
  test("waits, runs, and puts a cluster of its own into the account", async () => {
    const emulator = await begun();
    const { id } = cloneOf(
      (await call(emulator, `POST ${CLONES}`, { json: { target_region: "paris" } })).body,
    );
    const look = async () => {
      const { status, updated_at, completed_at, target_cluster_reference_id } = (
        await call(emulator, `GET ${CLONES}/${id}`)
      ).body as { [name: string]: unknown };
      const { total } = (await call(emulator, "GET /clusters")).body as { total: number };
      return [status, updated_at, completed_at, typeof target_cluster_reference_id, total];
    };
    const seen = [];
    for (const seconds of [0, 59, 1, 599, 1, 86_400]) {
      emulator.advance(seconds);
      seen.push(await look());
    }
    expect(seen).toEqual([
      ["pending", 1_798_761_600, null, "object", 1],
      ["pending", 1_798_761_600, null, "object", 1],
      ["in_progress", 1_798_761_660, null, "object", 1],
      ["in_progress", 1_798_761_660, null, "object", 1],
      ["succeeded", 1_798_762_260, 1_798_762_260, "string", 2],
      ["succeeded", 1_798_762_260, 1_798_762_260, "string", 2],
    ]);
  });

  test("the new cluster is the source in its new region, made by the key, and lives on by itself", async () => {
    const emulator = await begun({ regions_order: "sorted" });
    await call(emulator, `POST ${CLONES}`, { json: { target_region: "paris", search_server_version: "30" } });
    emulator.advance(660);
    const id = emulator.state().clones[0]?.target_cluster_reference_id;
    expect(id).not.toBe("abc");
    expect((await call(emulator, `GET /clusters/${id}`)).body).toMatchObject({
      id,
      name: null,
      memory: "16_gb",
      vcpu: "4_vcpus",
      gpu: "yes",
      high_performance_disk: "yes",
      high_availability: "yes",
      high_availability_node_count: 3,
      search_server_version: "30.2",
      region_node_counts: { paris: 3 },
      regions: ["paris", "paris", "paris"],
      auto_upgrade_capacity: true,
      provisioned_by: { user_name: "admin", user_type: "API Key" },
      provisioned_at: 1_798_761_660,
      status: "in_service",
    });
    const parameters = `/clusters/${id}/server-configuration-parameters`;
    expect((await call(emulator, `GET ${parameters}`)).body).toMatchObject([
      { parameter_name: "max-per-page", parameter_value: "500" },
    ]);
    expect(emulator.runningParameters(String(id))).toEqual({ "max-per-page": "500" });
    const ending = await call(emulator, `POST /clusters/${id}/lifecycle`, {
      json: { lifecycle_action: "terminate" },
    });
    expect(ending.status).toBe(201);
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ status: "in_service" });
    emulator.advance(3_600);
    expect((await call(emulator, `GET ${CLONES}`)).body).toMatchObject({
      cloning_operations: [{ status: "succeeded", target_cluster_reference_id: id }],
    });
  });

  test("it is what the source was when it was asked for", async () => {
    const emulator = await begun({ clone_counts_as_change: "no" });
    await call(emulator, `POST ${CLONES}`);
    emulator.patchCluster("abc", { memory: "64_gb", vcpu: "8_vcpus" });
    emulator.setParameterOutside("abc", "max-per-page", "7");
    emulator.advance(660);
    expect(emulator.state().clusters[1]).toMatchObject({ memory: "16_gb", vcpu: "4_vcpus" });
    expect(emulator.runningParameters(emulator.state().clusters[1]?.id ?? "")).toEqual({
      "max-per-page": "500",
    });
  });

  test.each([
    [{}, null, 2],
    [{ clone_target_name: "source" }, "products", 2],
    [{ clone_copies_parameters: "no" }, null, 1],
  ])("under %j its name is %p, and both have %i parameters", async (assumptions, name, parameters) => {
    const emulator = await begun(assumptions);
    emulator.cloneOutside("abc");
    emulator.advance(660);
    expect(emulator.state().clusters[1]?.name).toBe(name);
    expect(emulator.state().parameters).toHaveLength(parameters);
  });

  test("it may need a while until it is in service", async () => {
    const emulator = await begun({ clone_target_service_seconds: 120 });
    await call(emulator, `POST ${CLONES}`);
    const seen = [];
    for (const seconds of [660, 119, 1]) {
      emulator.advance(seconds);
      seen.push(emulator.state().clusters[1]?.status);
    }
    expect(seen).toEqual(["initializing", "initializing", "in_service"]);
  });

  test("it may be there while the clone runs, though the record does not tell yet", async () => {
    const emulator = await begun({ clone_target_appears: "begun" });
    await call(emulator, `POST ${CLONES}`);
    const look = async () => {
      const clusters = clustersOf((await call(emulator, "GET /clusters")).body);
      const { status, target_cluster_reference_id } = emulator.state().clones[0] ?? {};
      const target = clusters.find(({ id }) => id !== "abc");
      return [status, target?.status, target_cluster_reference_id === (target?.id ?? null)];
    };
    const seen = [];
    for (const seconds of [59, 1, 599, 1]) {
      emulator.advance(seconds);
      seen.push(await look());
    }
    expect(seen).toEqual([
      ["pending", undefined, true],
      ["in_progress", "provisioning", false],
      ["in_progress", "initializing", false],
      ["succeeded", "in_service", true],
    ]);
  });

  test.each(["succeeded", "begun"])(
    "one that fails leaves no cluster, though one may have been there since it had %s",
    async (clone_target_appears) => {
      const emulator = await begun({ clone_target_appears, termination_path: "404" });
      emulator.failNextClone("abc");
      await call(emulator, `POST ${CLONES}`);
      const seen = [];
      for (const seconds of [60, 600]) {
        emulator.advance(seconds);
        seen.push(emulator.state().clusters.length);
      }
      expect(seen).toEqual([clone_target_appears === "begun" ? 2 : 1, 1]);
      expect(emulator.state().clones).toMatchObject([
        { status: "failed", completed_at: 1_798_762_260, target_cluster_reference_id: null },
      ]);
    },
  );

  test("a network is moved by its first region only, and not at all to a region that it has", async () => {
    const network = {
      id: "abc",
      high_availability: "yes",
      search_delivery_network: "3_regions",
      region_node_counts: { tokyo: 1, oregon: 1, paris: 1 },
    };
    const emulator = await start({
      seed: { clusters: [network] },
      assumptions: { ...QUICK, clone_counts_as_change: "no" },
    });
    for (const target_region of ["sydney", "paris"]) {
      const { body } = await call(emulator, `POST ${CLONES}`, { json: { target_region } });
      expect(cloneOf(body)).toMatchObject({ source_region: "oregon", target_region });
    }
    emulator.advance(660);
    expect(emulator.state().clusters.map(({ region_node_counts: counts }) => counts)).toEqual([
      { tokyo: 1, oregon: 1, paris: 1 },
      { tokyo: 1, sydney: 1, paris: 1 },
      { tokyo: 1, oregon: 1, paris: 1 },
    ]);
  });

  test.each([
    ["failed", "failed", 1],
    ["goes_on", "succeeded", 2],
  ])("one under way when its source is terminated: %s", async (clone_of_terminated, status, clusters) => {
    const emulator = await begun({ clone_of_terminated, termination_path: "deprovisioning" });
    await call(emulator, `POST ${CLONES}`);
    emulator.advance(60);
    await call(emulator, "POST /clusters/abc/lifecycle", { json: { lifecycle_action: "terminate" } });
    emulator.advance(600);
    expect(emulator.state().clones).toMatchObject([{ status }]);
    expect(emulator.state().clusters).toHaveLength(clusters);
  });

  test("a key that sees only some clusters sees the one that it has made", async () => {
    const keys = [{ name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] }];
    const seed = { clusters: [SOURCE, { id: "hidden" }], keys };
    const emulator = await start({ seed, assumptions: QUICK });
    await call(emulator, `POST ${CLONES}`, { key: "emulator-one-key" });
    emulator.advance(660);
    const { body } = await call(emulator, "GET /clusters", { key: "emulator-one-key" });
    const target = emulator.state().clones[0]?.target_cluster_reference_id;
    expect(clustersOf(body).map(({ id }) => id)).toEqual([target, "abc"]);
  });
});
