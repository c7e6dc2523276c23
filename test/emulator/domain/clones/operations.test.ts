import { call, emulatorsOf, recordIn } from "../../support";

const CREATE = "POST /clusters/abc/cloning-operations";
const SOURCE = { memory: "16_gb", vcpu: "4_vcpus", gpu: "yes", search_server_version: "29.0" };
const begun = emulatorsOf(SOURCE);

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

  test("what was not requested may read null", async () => {
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
