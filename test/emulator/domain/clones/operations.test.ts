import { call, emulators, emulatorsOf, over, read, recordIn } from "../../support";

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
const sources = emulatorsOf(SOURCE);
/** Returns an emulator after the clone of SOURCE that `json` requests. The clone ends after 660 seconds. */
async function cloned(assumptions: object = {}, json: object = {}) {
  const emulator = await sources({ ...QUICK, ...assumptions });
  await call(emulator, `POST ${CLONES}`, { json });
  return emulator;
}

test("a clone waits, runs, and adds a new cluster to the account", async () => {
  const emulator = await cloned();
  const seen = await over(emulator, [0, 59, 1, 599, 1, 86_400], async () => {
    const clone = await read(emulator, `${CLONES}/${emulator.state().clones[0]?.id}`);
    const { total } = await read(emulator, "/clusters");
    const named = clone.target_cluster_reference_id !== null;
    return [clone.status, clone.updated_at, clone.completed_at, named, total];
  });
  const pending = ["pending", 1_798_761_600, null, false, 1];
  const running = ["in_progress", 1_798_761_660, null, false, 1];
  const ended = ["succeeded", 1_798_762_260, 1_798_762_260, true, 2];
  expect(seen).toEqual([pending, pending, running, running, ended, ended]);
});

test("the new cluster is the source in its new region, created by the key, and independent of it", async () => {
  const json = { target_region: "paris", search_server_version: "30" };
  const emulator = await cloned({ regions_order: "sorted" }, json);
  emulator.advance(660);
  const id = String(emulator.state().clones[0]?.target_cluster_reference_id);
  expect(id).not.toBe("abc");
  const { parameters, ...settings } = SOURCE;
  expect(await read(emulator, `/clusters/${id}`)).toMatchObject({
    ...settings,
    id,
    name: null,
    high_availability_node_count: 3,
    search_server_version: "30.2",
    region_node_counts: { paris: 3 },
    regions: ["paris", "paris", "paris"],
    provisioned_by: { user_name: "admin", user_type: "API Key" },
    provisioned_at: 1_798_761_660,
    status: "in_service",
  });
  expect(await read(emulator, `/clusters/${id}/server-configuration-parameters`)).toMatchObject([
    { parameter_name: "max-per-page", parameter_value: "500" },
  ]);
  expect(emulator.runningParameters(id)).toEqual(parameters);
  emulator.terminateOutside(id);
  emulator.advance(3_600);
  expect(await read(emulator, "/clusters/abc")).toMatchObject({ status: "in_service" });
  expect(emulator.state().clones).toMatchObject([{ status: "succeeded", target_cluster_reference_id: id }]);
});

test("the new cluster has the settings of the source at the time of the request", async () => {
  const emulator = await cloned();
  emulator.patchCluster("abc", { memory: "64_gb", vcpu: "8_vcpus" });
  emulator.setParameterOutside("abc", "max-per-page", "7");
  emulator.advance(660);
  const [, target] = emulator.state().clusters;
  expect(target).toMatchObject({ memory: "16_gb", vcpu: "4_vcpus" });
  expect(emulator.runningParameters(target?.id ?? "")).toEqual({ "max-per-page": "500" });
});

test("it may have the name of its source, none of its parameters, and be in service later", async () => {
  const emulator = await cloned({
    clone_target_name: "source",
    clone_copies_parameters: "no",
    clone_target_service_seconds: 120,
  });
  const seen = await over(emulator, [660, 119, 1], () => emulator.state().clusters[1]?.status);
  expect(seen).toEqual(["initializing", "initializing", "in_service"]);
  expect(emulator.state().clusters[1]?.name).toBe("products");
  expect(emulator.state().parameters).toHaveLength(1);
});

test("the new cluster may be listed while the clone runs, though the record does not name it yet", async () => {
  const emulator = await cloned({ clone_target_appears: "begun" });
  const seen = await over(emulator, [59, 1, 599, 1], async () => {
    const { clusters } = await read<{ clusters: { id: string; status: string }[] }>(emulator, "/clusters");
    const target = clusters.find(({ id }) => id !== "abc");
    const { status, target_cluster_reference_id: named } = emulator.state().clones[0] ?? {};
    return [status, target?.status, named !== null && named === target?.id];
  });
  expect(seen).toEqual([
    ["pending", undefined, false],
    ["in_progress", "provisioning", false],
    ["in_progress", "initializing", false],
    ["succeeded", "in_service", true],
  ]);
});

test.each([
  ["succeeded", [1, 1]],
  ["begun", [2, 1]],
])("a failed clone leaves no cluster, if one appears when it has %s", async (appears, clusters) => {
  const emulator = await cloned({ clone_target_appears: appears, termination_path: "404" });
  emulator.failNextClone("abc");
  expect(await over(emulator, [60, 600], () => emulator.state().clusters.length)).toEqual(clusters);
  expect(emulator.state().clones).toMatchObject([
    { status: "failed", completed_at: 1_798_762_260, target_cluster_reference_id: null },
  ]);
});

test.each([
  ["sydney", { tokyo: 1, sydney: 1, paris: 1 }],
  ["paris", { tokyo: 1, oregon: 1, paris: 1 }],
])("a network is moved to %s by its first region only, unless it has that region", async (region, counts) => {
  const region_node_counts = { tokyo: 1, oregon: 1, paris: 1 };
  const emulator = await sources(QUICK, { search_delivery_network: "3_regions", region_node_counts });
  emulator.cloneOutside("abc", { target_region: region });
  emulator.advance(660);
  expect(emulator.state()).toMatchObject({
    clones: [{ source_region: "oregon", target_region: region }],
    clusters: [{ region_node_counts }, { region_node_counts: counts }],
  });
});

test("a clone of a terminated source may continue", async () => {
  const emulator = await cloned({ clone_of_terminated: "goes_on", termination_path: "deprovisioning" });
  emulator.advance(60);
  emulator.terminateOutside("abc");
  emulator.advance(600);
  expect(emulator.state()).toMatchObject({
    clones: [{ status: "succeeded" }],
    clusters: [{ status: "deprovisioning" }, { status: "in_service" }],
  });
});

test("a key that sees only some clusters sees the target of its clone, in the first request after its end", async () => {
  const keys = [{ name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] }];
  const emulator = await start({ seed: { clusters: [SOURCE, { id: "hidden" }], keys }, assumptions: QUICK });
  const key = { key: "emulator-one-key" };
  await call(emulator, `POST ${CLONES}`, key);
  emulator.advance(660);
  const { body } = await call(emulator, "GET /clusters", key);
  const id = emulator.state().clones[0]?.target_cluster_reference_id;
  expect(body).toMatchObject({ total: 2, clusters: [{ id }, { id: "abc" }] });
});

const CREATE = `POST ${CLONES}`;
const GPU_SOURCE = { memory: "16_gb", vcpu: "4_vcpus", gpu: "yes", search_server_version: "29.0" };
const begun = emulatorsOf(GPU_SOURCE);

describe("createCloningOperation", () => {
  test("answers 201 with the record: every field of the document, and no other", async () => {
    const json = {
      target_region: "paris",
      search_server_version: "30.1",
      notification_email_addresses: ["a@b.example"],
    };
    const { status, body } = await call(await begun(), CREATE, { json });
    expect(status).toBe(201);
    const cloning_operation = {
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      status: "pending",
      created_at: 1_798_761_600,
      updated_at: 1_798_761_600,
      completed_at: null,
      source_region: "oregon",
      target_cluster_reference_id: null,
      ...json,
    };
    expect(body).toEqual({ success: true, cloning_operation });
  });

  test.each([
    ["no body at all", {}],
    ["an empty object", { json: {} }],
    ["an empty body that says it is JSON", { headers: { "content-type": "application/json" } }],
  ])("takes %s, and fills in the source's own", async (_, request) => {
    const answer = await call(await begun(), CREATE, request);
    expect(answer.status).toBe(201);
    expect(recordIn(answer, "cloning_operation")).toMatchObject({
      source_region: "oregon",
      target_region: "oregon",
      search_server_version: "29.0",
      notification_email_addresses: [],
    });
  });

  test("values that were not requested may be null", async () => {
    const emulator = await begun({ clone_unrequested_fields: "null", no_notification_addresses: "null" });
    const answer = await call(emulator, CREATE, { json: { search_server_version: "30" } });
    expect(recordIn(answer, "cloning_operation")).toMatchObject({
      target_region: null,
      search_server_version: "30.2",
      notification_email_addresses: null,
    });
  });

  test.each([
    ["400", { search_server_version: "99.1" }, "search_server_version 99.1 is not available"],
    ["422", { search_server_version: "0.24.1" }, "gpu needs server version 0.25.0 or later"],
  ])("answers %s to %j", async (configuration_failure, json, message) => {
    const emulator = await begun({ configuration_failure });
    const answer = await call(emulator, CREATE, { json });
    expect(answer).toMatchObject({ status: Number(configuration_failure), body: { message } });
    expect(emulator.state().clones).toEqual([]);
  });
});
