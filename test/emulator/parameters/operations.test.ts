import { call, emulators } from "../support";

const start = emulators();
const PARAMETERS = "/clusters/abc/server-configuration-parameters";
const begun = (assumptions: Readonly<Record<string, unknown>> = {}, cluster: object = {}) =>
  start({ seed: { clusters: [{ id: "abc", ...cluster }] }, assumptions });
const body = (parameter_name: unknown, parameter_value: unknown) => ({
  json: { parameter_name, parameter_value },
});
type Parameter = { id: string; parameter_value: string };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

test("a parameter from its create to its delete, without envelopes", async () => {
  const emulator = await begun();
  const made = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "500"));
  const { id } = made.body as Parameter;
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(UUID),
    parameter_name: "max-per-page",
    parameter_value: "500",
    created_at: "2027-01-01T00:00:00.000Z",
    updated_at: "2027-01-01T00:00:00.000Z",
  });
  expect(await call(emulator, `GET ${PARAMETERS}/${id}`)).toMatchObject({ status: 200, body: made.body });
  expect(await call(emulator, `GET ${PARAMETERS}`)).toMatchObject({ status: 200, body: [made.body] });
  emulator.advance(90);
  const changed = await call(emulator, `PATCH ${PARAMETERS}/${id}`, { json: { parameter_value: "900" } });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    ...(made.body as object),
    parameter_value: "900",
    updated_at: "2027-01-01T00:01:30.000Z",
  });
  const deleted = await call(emulator, `DELETE ${PARAMETERS}/${id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
  expect(await call(emulator, `GET ${PARAMETERS}`)).toMatchObject({ status: 200, body: [] });
  for (const line of [`GET ${PARAMETERS}/${id}`, `DELETE ${PARAMETERS}/${id}`]) {
    expect(await call(emulator, line)).toMatchObject({
      status: 404,
      body: { success: false, message: `Server configuration parameter ${id} not found` },
    });
  }
});

test("times may be epoch seconds", async () => {
  const emulator = await begun({ parameter_times: "epoch_seconds" });
  const made = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "500"));
  expect(made.body).toMatchObject({ created_at: 1_798_761_600, updated_at: 1_798_761_600 });
});

test("a second create of a name answers 422, and the first stays", async () => {
  const emulator = await begun();
  await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "500"));
  expect(await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "600"))).toMatchObject({
    status: 422,
    body: { message: "Cluster abc has a server configuration parameter max-per-page already" },
  });
  expect(emulator.state().parameters).toMatchObject([{ parameter_value: "500" }]);
});

test("a name may be made again after it was deleted, under another id", async () => {
  const emulator = await begun();
  const make = async () =>
    ((await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"))).body as Parameter).id;
  const first = await make();
  await call(emulator, `DELETE ${PARAMETERS}/${first}`);
  expect(await make()).not.toBe(first);
});

test.each([
  [{}, "parameter_name is required; parameter_value is required"],
  [{ parameter_name: "max-per-page" }, "parameter_value is required"],
  [{ parameter_name: "max-per-page", parameter_value: 500 }, "parameter_value must be a text"],
  [{ parameter_name: "max-per-page", parameter_value: "" }, "parameter_value must be a text"],
  [{ parameter_name: "max-per-page", parameter_value: null }, "parameter_value must be a text"],
  [{ parameter_name: 7, parameter_value: "500" }, "parameter_name must be a text"],
  [{ name: "max-per-page", value: "1" }, expect.stringMatching(/^name is not allowed; value is not allowed/)],
])("create with %j answers 400", async (json, message) => {
  const emulator = await begun();
  const answer = await call(emulator, `POST ${PARAMETERS}`, { json });
  expect(answer).toMatchObject({ status: 400, body: { success: false, message } });
  expect(emulator.state().parameters).toEqual([]);
});

describe("an update", () => {
  const seeded = () => begun({}, { parameters: { "max-per-page": "500" } });

  test.each([
    [400, {}, "parameter_value is required"],
    [400, { parameter_value: 900 }, "parameter_value must be a text"],
    [400, { parameter_name: "max-per-page", parameter_value: "900" }, "parameter_name is not allowed"],
    [
      422,
      { parameter_value: "10001" },
      "parameter_value of max-per-page must be a whole number from 1 to 10000, as text",
    ],
  ])("answers %i to %j and changes nothing", async (status, json, message) => {
    const emulator = await seeded();
    const [parameter] = emulator.state().parameters;
    const answer = await call(emulator, `PATCH ${PARAMETERS}/${parameter?.id}`, { json });
    expect(answer).toMatchObject({ status, body: { success: false, message } });
    expect(emulator.state().parameters).toEqual([parameter]);
  });
});

describe("what is known of names and values", () => {
  test("a name that nobody knows answers 422, or is taken", async () => {
    const strict = await call(await begun(), `POST ${PARAMETERS}`, body("max-pages", "5"));
    expect(strict).toMatchObject({
      status: 422,
      body: {
        message: expect.stringMatching(/^parameter_name must be one of cors-domains, .*, not max-pages$/),
      },
    });
    const lenient = await begun({ unknown_parameter: "accepted" });
    expect((await call(lenient, `POST ${PARAMETERS}`, body("__proto__", "5"))).status).toBe(201);
    expect(lenient.state().parameters).toMatchObject([{ parameter_name: "__proto__" }]);
  });

  test("a name that the cluster's server does not have yet answers 422", async () => {
    const emulator = await begun({ unknown_parameter: "accepted" }, { search_server_version: "28.0" });
    expect(await call(emulator, `POST ${PARAMETERS}`, body("max-group-limit", "5"))).toMatchObject({
      status: 422,
      body: { message: "parameter_name max-group-limit needs server version 29 or later" },
    });
    expect((await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"))).status).toBe(201);
  });
});

describe("when a write is refused", () => {
  test.each([
    ["provisioning", "accepted", 201],
    ["provisioning", "422", 422],
    ["suspended", "422", 201],
    ["deprovisioning", "accepted", 422],
    ["terminated", "accepted", 422],
  ])("a cluster that is %s (%s): %i", async (status, parameters_before_service, expected) => {
    const emulator = await begun(
      { parameters_before_service },
      { status, parameters: { "cors-domains": "x" } },
    );
    const id = emulator.state().parameters[0]?.id;
    const made = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
    const changed = await call(emulator, `PATCH ${PARAMETERS}/${id}`, {
      json: { parameter_value: "https://shop.example" },
    });
    const deleted = await call(emulator, `DELETE ${PARAMETERS}/${id}`);
    const others = expected === 422 ? 422 : 200;
    expect([made.status, changed.status, deleted.status]).toEqual([expected, others, others]);
    if (expected === 422) {
      const message = `Cluster abc is ${status}; its server configuration parameters cannot be written`;
      expect(deleted.body).toMatchObject({ message });
    }
  });

  test.each([
    ["in_service", "accepted", "in_progress", 201],
    ["in_service", "422", "pending", 201],
    ["in_service", "422", "in_progress", 422],
    ["initializing", "accepted", "in_progress", 201],
    ["initializing", "422", "in_progress", 422],
  ] as const)(
    "a cluster that reads %s during changes (%s), with one that is %s: %i",
    async (status_during_change, parameters_during_change, status, expected) => {
      const emulator = await begun(
        { parameters_during_change, status_during_change, parameters_before_service: "422" },
        { changes: [{ id: "c1", status }] },
      );
      const made = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
      expect(made.status).toBe(expected);
      const message =
        "Cluster abc has a configuration change in progress: c1; its server configuration parameters cannot be written meanwhile";
      if (expected === 422) expect(made.body).toMatchObject({ message });
    },
  );

  test.each(["shown", "404"])("below a cluster on its way out they are %s", async (children_of_leaving) => {
    const cluster = { status: "deprovisioning", parameters: { "max-per-page": "5" } };
    const emulator = await begun({ children_of_leaving }, cluster);
    const id = emulator.state().parameters[0]?.id;
    const read = children_of_leaving === "shown" ? 200 : 404;
    expect((await call(emulator, `GET ${PARAMETERS}`)).status).toBe(read);
    expect((await call(emulator, `GET ${PARAMETERS}/${id}`)).status).toBe(read);
    const written = children_of_leaving === "shown" ? 422 : 404;
    expect((await call(emulator, `DELETE ${PARAMETERS}/${id}`)).status).toBe(written);
  });

  test("after the cluster is gone, all answer 404", async () => {
    const emulator = await begun({ termination_path: "404" }, { parameters: { "max-per-page": "5" } });
    const id = emulator.state().parameters[0]?.id;
    emulator.terminateOutside("abc");
    for (const line of [`GET ${PARAMETERS}`, `GET ${PARAMETERS}/${id}`, `DELETE ${PARAMETERS}/${id}`]) {
      const answer = await call(emulator, line);
      expect(answer).toMatchObject({ status: 404, body: { message: "Cluster abc not found" } });
    }
  });
});

test.each([
  ["newest_first", ["max-group-limit", "max-per-page"]],
  ["oldest_first", ["max-per-page", "max-group-limit"]],
])("listed %s", async (list_order, names) => {
  const emulator = await begun({ list_order });
  await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
  emulator.advance(1);
  await call(emulator, `POST ${PARAMETERS}`, body("max-group-limit", "5"));
  const listed = (await call(emulator, `GET ${PARAMETERS}`)).body as { parameter_name: string }[];
  expect(listed.map(({ parameter_name }) => parameter_name)).toEqual(names);
});

test("the list has no pages", async () => {
  expect(await call(await begun(), `GET ${PARAMETERS}?page=1`)).toMatchObject({
    status: 400,
    body: { message: "page is not a query parameter of this operation" },
  });
});

describe("who may do what", () => {
  const seed = {
    clusters: [
      { id: "abc", parameters: { "max-per-page": "5" } },
      { id: "hidden", parameters: { "max-per-page": "6" } },
    ],
    keys: [{ name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] }],
  };
  test.each([
    ["read-only", "GET", "abc", 200],
    ["read-only", "PATCH", "abc", 403],
    ["read-only", "DELETE", "abc", 403],
    ["provision", "PATCH", "abc", 403],
    ["operate", "PATCH", "abc", 200],
    ["operate", "DELETE", "abc", 200],
    ["one", "GET", "hidden", 404],
    ["one", "PATCH", "hidden", 404],
    ["one", "DELETE", "hidden", 404],
  ])("%s: %s of %s's answers %i", async (name, method, cluster, status) => {
    const emulator = await start({ seed });
    const id = emulator.state().parameters.find((one) => one.cluster_id === cluster)?.id;
    const json = method === "PATCH" ? { json: { parameter_value: "7" } } : {};
    const line = `${method} /clusters/${cluster}/server-configuration-parameters/${id}`;
    const answer = await call(emulator, line, { key: `emulator-${name}-key`, ...json });
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(answer.body).toMatchObject({ required_capability: "cluster_parameters:manage" });
    }
  });

  test("one cluster's parameter is not another's", async () => {
    const emulator = await start({ seed });
    const id = emulator.state().parameters.find((one) => one.cluster_id === "hidden")?.id;
    expect((await call(emulator, `GET ${PARAMETERS}/${id}`)).status).toBe(404);
  });
});
