import { call, emulators } from "../support";

const start = emulators();
const CLONES = "/clusters/abc/cloning-operations";
const seed = {
  clusters: [{ id: "abc", memory: "16_gb", vcpu: "4_vcpus", gpu: "yes", search_server_version: "29.0" }],
};
const begun = (assumptions: object = {}) => start({ seed, assumptions: { ...assumptions } });
const cloneOf = (body: unknown) => (body as { cloning_operation: object }).cloning_operation;

describe("createCloningOperation", () => {
  test("answers 201 with the record: every field of the document, and no other", async () => {
    const json = {
      target_region: "paris",
      search_server_version: "30.1",
      notification_email_addresses: ["a@b.example"],
    };
    const { status, body } = await call(await begun(), `POST ${CLONES}`, { json });
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
        target_cluster_reference_id: null,
        ...json,
      },
    });
  });

  test.each([
    ["no body at all", {}],
    ["an empty object", { json: {} }],
    ["an empty body that says it is JSON", { headers: { "content-type": "application/json" } }],
  ])("takes %s, and fills in the source's own", async (_, request) => {
    const { status, body } = await call(await begun(), `POST ${CLONES}`, request);
    expect(status).toBe(201);
    expect(cloneOf(body)).toMatchObject({
      source_region: "oregon",
      target_region: "oregon",
      search_server_version: "29.0",
      notification_email_addresses: [],
    });
  });

  test("what was not requested may read null", async () => {
    const emulator = await begun({ clone_unrequested_fields: "null", no_notification_addresses: "null" });
    const { body } = await call(emulator, `POST ${CLONES}`, { json: { search_server_version: "30" } });
    expect(cloneOf(body)).toMatchObject({
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
    const answer = await call(emulator, `POST ${CLONES}`, { json });
    expect(answer).toMatchObject({ status: Number(configuration_failure), body: { message } });
    expect(emulator.state().clones).toEqual([]);
  });

  test("speaks the names of the other dialect", async () => {
    const emulator = await start({ seed, dialect: "typesense-cloud" });
    const headers = { "x-typesense-cloud-management-api-key": "emulator-admin-key" };
    const json = { typesense_server_version: "30.1" };
    const { body } = await call(emulator, `POST ${CLONES}`, { key: null, headers, json });
    expect(cloneOf(body)).toMatchObject(json);
    expect(cloneOf(body)).not.toHaveProperty("search_server_version");
  });
});
