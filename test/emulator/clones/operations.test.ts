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

  test("without a payment method answers 402 and makes nothing", async () => {
    const emulator = await begun();
    emulator.setAccount({ payment_method: false });
    expect(await call(emulator, `POST ${CLONES}`)).toMatchObject({
      status: 402,
      body: { success: false, message: "A payment method is required to clone a cluster" },
    });
    expect(emulator.state().clones).toEqual([]);
  });

  test.each([
    ["provisioning", "422"],
    ["suspended", "400"],
    ["deprovisioning", "409"],
  ])("of a cluster that is %s answers %s", async (status, clone_refused_status) => {
    const seed = { clusters: [{ id: "abc", status }] };
    const emulator = await start({ seed, assumptions: { clone_refused_status } });
    expect(await call(emulator, `POST ${CLONES}`)).toMatchObject({
      status: Number(clone_refused_status),
      body: { message: `Cluster abc is ${status}; only one that is in_service can be cloned` },
    });
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

describe("one at a time", () => {
  const CHANGES = "/clusters/abc/configuration-changes";
  const GROW = { json: { perform_change_at: 1_798_765_200, new_memory: "32_gb", new_vcpu: "8_vcpus" } };

  test.each(["422", "400", "409"])("a second clone answers %s until the first is over", async (status) => {
    const emulator = await begun({ clone_refused_status: status });
    const { id } = cloneOf((await call(emulator, `POST ${CLONES}`)).body);
    for (const [seconds, state] of [
      [0, "pending"],
      [60, "in_progress"],
    ] as const) {
      emulator.advance(seconds);
      const message = `Cluster abc has a cloning operation already: ${id} is ${state}`;
      expect(await call(emulator, `POST ${CLONES}`)).toMatchObject({
        status: Number(status),
        body: { message },
      });
    }
    emulator.advance(600);
    expect((await call(emulator, `POST ${CLONES}`)).status).toBe(201);
  });

  test("a change and a clone refuse each other", async () => {
    const emulator = await begun({ second_change_status: "409", clone_refused_status: "400" });
    const clone = cloneOf((await call(emulator, `POST ${CLONES}`)).body);
    const said = `Cluster abc has a cloning operation already: ${clone.id} is pending`;
    expect(await call(emulator, `POST ${CHANGES}`, GROW)).toMatchObject({
      status: 409,
      body: { message: said },
    });
    await call(emulator, `PATCH ${CLONES}/${clone.id}`, { json: { status: "canceled" } });
    expect((await call(emulator, `POST ${CHANGES}`, GROW)).status).toBe(201);
    expect(await call(emulator, `POST ${CLONES}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("Cluster abc has a configuration change already: ") },
    });
  });

  test("or they know nothing of each other", async () => {
    const emulator = await begun({ clone_counts_as_change: "no" });
    const lines = [`POST ${CLONES}`, `POST ${CHANGES}`, `POST ${CLONES}`];
    const statuses = [];
    for (const line of lines)
      statuses.push((await call(emulator, line, line.endsWith("changes") ? GROW : {})).status);
    expect(statuses).toEqual([201, 201, 201]);
    emulator.advance(660);
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 3 });
  });
});

describe("cancelCloningOperation", () => {
  const CANCEL = { json: { status: "canceled" } };

  test("answers the cancelled record, and no cluster comes of it", async () => {
    const emulator = await begun();
    const { id } = cloneOf((await call(emulator, `POST ${CLONES}`)).body);
    emulator.advance(30);
    const canceled = await call(emulator, `PATCH ${CLONES}/${id}`, CANCEL);
    expect(canceled).toMatchObject({
      status: 200,
      body: { success: true, cloning_operation: { id, status: "canceled", updated_at: 1_798_761_630 } },
    });
    emulator.advance(86_400);
    expect((await call(emulator, `GET ${CLONES}/${id}`)).body).toEqual(cloneOf(canceled.body));
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 1 });
  });

  test.each([
    ["in_progress", "422"],
    ["succeeded", "400"],
    ["failed", "409"],
    ["canceled", "422"],
  ] as const)("one that is %s answers %s", async (status, clone_cancel_too_late) => {
    const seed = { clusters: [{ id: "abc", clones: [{ id: "k1", status }] }] };
    const emulator = await start({ seed, assumptions: { clone_cancel_too_late } });
    expect(await call(emulator, `PATCH ${CLONES}/k1`, CANCEL)).toMatchObject({
      status: Number(clone_cancel_too_late),
      body: { message: `Cloning operation k1 is ${status}; only a pending one can be canceled` },
    });
    expect(emulator.state().clones).toMatchObject([{ status }]);
  });

  test.each([
    [{}, "status is required"],
    [{ status: "cancelled" }, "status must be one of canceled"],
    [{ status: "canceled", why: "x" }, "why is not allowed"],
  ])("%j answers 400", async (json, message) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc", clones: [{ id: "k1" }] }] } });
    expect(await call(emulator, `PATCH ${CLONES}/k1`, { json })).toMatchObject({
      status: 400,
      body: { message },
    });
    expect(emulator.state().clones).toMatchObject([{ status: "pending" }]);
  });
});

describe("listCloningOperations", () => {
  const clones = [
    { id: "b", status: "failed", created_at: 1_798_000_300 },
    { id: "a", status: "canceled", created_at: 1_798_000_100 },
    { id: "c", status: "failed", created_at: 1_798_000_200 },
  ] as const;
  const seed = { clusters: [{ id: "abc", clones: [...clones] }, { id: "other" }] };
  const idsOf = (body: unknown) =>
    (body as { cloning_operations: Record[] }).cloning_operations.map(({ id }) => id).join("");

  test.each([
    ["", "newest_first", { page: 1, per_page: 10 }, "bca"],
    ["?per_page=2", "newest_first", { page: 1, per_page: 2 }, "bc"],
    ["?page=2&per_page=2", "newest_first", { page: 2, per_page: 2 }, "a"],
    ["?page=9", "newest_first", { page: 9, per_page: 10 }, ""],
    ["", "oldest_first", {}, "acb"],
    ["", "by_id", {}, "abc"],
  ])("%s, %s", async (query, list_order, envelope, ids) => {
    const emulator = await start({ seed, assumptions: { list_order } });
    const { status, body } = await call(emulator, `GET ${CLONES}${query}`);
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(["page", "per_page", "total", "cloning_operations"]);
    expect(body).toMatchObject({ ...envelope, total: 3 });
    expect(idsOf(body)).toBe(ids);
  });

  test.each(["per_page=11", "per_page=0", "per_page=ten"])("%s answers 400", async (query) => {
    expect(await call(await start({ seed }), `GET ${CLONES}?${query}`)).toMatchObject({
      status: 400,
      body: { message: "per_page must be a whole number from 1 to 10" },
    });
  });

  test("another cluster's clones are not in it", async () => {
    const { body } = await call(await start({ seed }), "GET /clusters/other/cloning-operations");
    expect(body).toEqual({ page: 1, per_page: 10, total: 0, cloning_operations: [] });
  });
});

describe("who may do what", () => {
  const seed = {
    clusters: [
      { id: "abc", clones: [{ id: "k1" }] },
      { id: "hidden", clones: [{ id: "k2" }] },
    ],
    keys: [
      { name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] },
      { name: "reader", key: "emulator-reader-key", capabilities: ["clusters:read"] },
      { name: "cloner", key: "emulator-cloner-key", capabilities: ["clusters:clone"] },
      { name: "maker", key: "emulator-maker-key", preset: "provision" },
    ],
  };
  test.each([
    ["reader", "GET /clusters/abc/cloning-operations", 200, null],
    ["reader", "GET /clusters/abc/cloning-operations/k1", 200, null],
    ["reader", "POST /clusters/abc/cloning-operations", 403, "clusters:clone"],
    ["reader", "PATCH /clusters/abc/cloning-operations/k1", 403, "clusters:clone"],
    ["maker", "POST /clusters/abc/cloning-operations", 403, "clusters:clone"],
    ["cloner", "PATCH /clusters/abc/cloning-operations/k1", 200, null],
    ["cloner", "GET /clusters/abc/cloning-operations", 403, "clusters:read"],
    ["one", "GET /clusters/hidden/cloning-operations", 404, null],
    ["one", "POST /clusters/hidden/cloning-operations", 404, null],
    ["one", "GET /clusters/hidden/cloning-operations/k2", 404, null],
    ["one", "GET /clusters/abc/cloning-operations/k2", 404, null],
    ["one", "PATCH /clusters/abc/cloning-operations/k2", 404, null],
    ["one", "GET /clusters/nobody/cloning-operations", 404, null],
  ])("%s: %s answers %i", async (name, line, status, required_capability) => {
    const emulator = await start({ seed });
    const body = line.startsWith("PATCH") ? { json: { status: "canceled" } } : {};
    const answer = await call(emulator, line, { key: `emulator-${name}-key`, ...body });
    expect(answer.status).toBe(status);
    if (required_capability !== null) expect(answer.body).toMatchObject({ required_capability });
  });
});

test.each(["shown", "404"])(
  "below a cluster on its way out, clones may be %s",
  async (children_of_leaving) => {
    const seed = { clusters: [{ id: "abc", status: "deprovisioning", clones: [{ id: "k1" }] }] };
    const emulator = await start({ seed, assumptions: { children_of_leaving } });
    const status = children_of_leaving === "shown" ? 200 : 404;
    for (const path of [CLONES, `${CLONES}/k1`, "/clusters/abc/configuration-changes"]) {
      expect((await call(emulator, `GET ${path}`)).status).toBe(status);
    }
    expect((await call(emulator, "GET /clusters/abc")).status).toBe(200);
  },
);
