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
type Record = { id: string; status: string; target_cluster_reference_id: string | null };
const cloneOf = (body: unknown) => (body as { cloning_operation: Record }).cloning_operation;

describe("createCloningOperation", () => {
  test("answers 201 with the record: every field of the document, and no other", async () => {
    const emulator = await begun();
    const { status, body } = await call(emulator, `POST ${CLONES}`, {
      json: {
        target_region: "paris",
        search_server_version: "30.1",
        notification_email_addresses: ["a@b.example"],
      },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      cloning_operation: {
        id: expect.stringMatching(/^[a-z0-9]{16}$/),
        status: "pending",
        created_at: 1_798_761_600,
        updated_at: 1_798_761_600,
        completed_at: null,
        source_region: "oregon",
        target_region: "paris",
        search_server_version: "30.1",
        target_cluster_reference_id: null,
        notification_email_addresses: ["a@b.example"],
      },
    });
  });

  const ASKED_NOTHING: [string, object, object][] = [
    ["no body at all", {}, {}],
    ["an empty object", { json: {} }, {}],
    ["an empty body that says it is JSON", { headers: { "content-type": "application/json" } }, {}],
  ];
  test.each(ASKED_NOTHING)("takes %s, and fills in the source's own", async (_, request) => {
    const { status, body } = await call(await begun(), `POST ${CLONES}`, request);
    expect(status).toBe(201);
    expect(cloneOf(body)).toMatchObject({
      source_region: "oregon",
      target_region: "oregon",
      search_server_version: "29.0",
      notification_email_addresses: [],
    });
  });

  test("what was not asked for may read null", async () => {
    const emulator = await begun({ clone_unrequested_fields: "null", no_notification_addresses: "null" });
    const { body } = await call(emulator, `POST ${CLONES}`, { json: { search_server_version: "30" } });
    expect(cloneOf(body)).toMatchObject({
      target_region: null,
      search_server_version: "30.2",
      notification_email_addresses: null,
    });
  });

  test.each([
    [{ region: "paris" }, "region is not allowed"],
    [{ new_search_server_version: "30.1" }, "new_search_server_version is not allowed"],
    [{ name: "copy" }, "name is not allowed"],
    [{ search_server_version: 30 }, "search_server_version must be a text"],
    [{ search_server_version: null }, "search_server_version must be a text"],
    [{ notification_email_addresses: "a@b.example" }, "notification_email_addresses must be a list of texts"],
    [{ target_region: ["paris"] }, expect.stringContaining("target_region must be one of n_california, ")],
    [{ target_region: "atlantis" }, expect.stringContaining("target_region must be one of n_california, ")],
  ])("%j answers 400 and makes nothing", async (json, message) => {
    const emulator = await begun();
    const answer = await call(emulator, `POST ${CLONES}`, { json });
    expect(answer).toMatchObject({ status: 400, body: { success: false, message } });
    expect(emulator.state().clones).toEqual([]);
  });

  test("broken JSON answers 400: the body is optional, not free", async () => {
    const answer = await call(await begun(), `POST ${CLONES}`, { text: "{" });
    expect(answer).toMatchObject({ status: 400, body: { message: "The request body is not valid JSON" } });
  });

  test.each([
    ["422", { search_server_version: "99.1" }, "search_server_version 99.1 is not available"],
    ["400", { search_server_version: "99.1" }, "search_server_version 99.1 is not available"],
    ["422", { search_server_version: "0.24.1" }, "gpu needs server version 0.25.0 or later"],
  ])("answers %s to %j", async (configuration_failure, json, message) => {
    const emulator = await begun({ configuration_failure });
    const answer = await call(emulator, `POST ${CLONES}`, { json });
    expect(answer).toMatchObject({ status: Number(configuration_failure), body: { message } });
    expect(emulator.state().clones).toEqual([]);
  });

  test("speaks the names of the other dialect, and only those", async () => {
    const emulator = await start({ seed: { clusters: [SOURCE] }, dialect: "typesense-cloud" });
    const as = (json: object) => ({
      key: null,
      headers: { "x-typesense-cloud-management-api-key": "emulator-admin-key" },
      json,
    });
    expect(await call(emulator, `POST ${CLONES}`, as({ search_server_version: "30.1" }))).toMatchObject({
      status: 400,
      body: { message: "search_server_version is not allowed" },
    });
    const { body } = await call(emulator, `POST ${CLONES}`, as({ typesense_server_version: "30.1" }));
    expect(cloneOf(body)).toMatchObject({ typesense_server_version: "30.1" });
    expect(cloneOf(body)).not.toHaveProperty("search_server_version");
  });
});
