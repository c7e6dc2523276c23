import { call, emulators } from "../support";

const start = emulators();
const PARAMETERS = "/clusters/abc/server-configuration-parameters";
const begun = (assumptions: Readonly<Record<string, unknown>> = {}, cluster: object = {}) =>
  start({ seed: { clusters: [{ id: "abc", ...cluster }] }, assumptions });
const body = (parameter_name: unknown, parameter_value: unknown) => ({
  json: { parameter_name, parameter_value },
});
const FIVE = { "max-per-page": "5" };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

test("a parameter from its create to its delete and its next create, without envelopes", async () => {
  const emulator = await begun();
  const created = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "500"));
  const { id } = created.body as { id: string };
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(UUID),
    parameter_name: "max-per-page",
    parameter_value: "500",
    created_at: "2027-01-01T00:00:00.000Z",
    updated_at: "2027-01-01T00:00:00.000Z",
  });
  expect(await call(emulator, `GET ${PARAMETERS}/${id}`)).toMatchObject({ status: 200, body: created.body });
  expect(await call(emulator, `GET ${PARAMETERS}`)).toMatchObject({ status: 200, body: [created.body] });
  expect(await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "600"))).toMatchObject({
    status: 422,
    body: { message: "Cluster abc has a server configuration parameter max-per-page already" },
  });
  emulator.advance(90);
  const changed = await call(emulator, `PATCH ${PARAMETERS}/${id}`, { json: { parameter_value: "900" } });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    ...(created.body as object),
    parameter_value: "900",
    updated_at: "2027-01-01T00:01:30.000Z",
  });
  const deleted = await call(emulator, `DELETE ${PARAMETERS}/${id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
  expect(await call(emulator, `GET ${PARAMETERS}`)).toMatchObject({ status: 200, body: [] });
  expect(await call(emulator, `GET ${PARAMETERS}/${id}`)).toMatchObject({
    status: 404,
    body: { success: false, message: `Server configuration parameter ${id} not found` },
  });
  const again = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
  expect(again.status).toBe(201);
  expect(again.body).not.toMatchObject({ id });
});

test("times may be epoch seconds", async () => {
  const emulator = await begun({ parameter_times: "epoch_seconds" });
  const created = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "500"));
  expect(created.body).toMatchObject({ created_at: 1_798_761_600, updated_at: 1_798_761_600 });
});

const MAX_PAGE = "parameter_value of max-per-page must be a whole number from 1 to 10000, as text";
test.each([
  ["POST", 400, {}, "parameter_name is required; parameter_value is required"],
  ["POST", 400, { parameter_name: "max-per-page", parameter_value: 500 }, "parameter_value must be a text"],
  ["POST", 400, { parameter_name: "max-per-page", parameter_value: "" }, "parameter_value must be a text"],
  ["POST", 400, { parameter_name: 7, parameter_value: "500" }, "parameter_name must be a text"],
  ["POST", 422, { parameter_name: "max-per-page", parameter_value: "0" }, MAX_PAGE],
  ["PATCH", 400, {}, "parameter_value is required"],
  ["PATCH", 400, { parameter_value: 900 }, "parameter_value must be a text"],
  ["PATCH", 400, { parameter_name: "max-per-page", parameter_value: "9" }, "parameter_name is not allowed"],
  ["PATCH", 422, { parameter_value: "10001" }, MAX_PAGE],
])("%s answers %i to %j and changes nothing", async (method, status, json, message) => {
  const emulator = await begun({}, method === "PATCH" ? { parameters: FIVE } : {});
  const before = emulator.state().parameters;
  const path = method === "PATCH" ? `${PARAMETERS}/${before[0]?.id}` : PARAMETERS;
  const answer = await call(emulator, `${method} ${path}`, { json });
  expect(answer).toMatchObject({ status, body: { success: false, message } });
  expect(emulator.state().parameters).toEqual(before);
});

describe("what is known of names", () => {
  test("a name that no document has answers 422, or is taken", async () => {
    const strict = await call(await begun(), `POST ${PARAMETERS}`, body("max-pages", "5"));
    const message = expect.stringMatching(/^parameter_name must be one of cors-domains, .*, not max-pages$/);
    expect(strict).toMatchObject({ status: 422, body: { message } });
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
    const cluster = { status, parameters: { "cors-domains": "x" } };
    const emulator = await begun({ parameters_before_service }, cluster);
    const one = `${PARAMETERS}/${emulator.state().parameters[0]?.id}`;
    const created = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
    const json = { parameter_value: "https://shop.example" };
    const changed = await call(emulator, `PATCH ${one}`, { json });
    const deleted = await call(emulator, `DELETE ${one}`);
    const others = expected === 422 ? 422 : 200;
    expect([created.status, changed.status, deleted.status]).toEqual([expected, others, others]);
    const message = `Cluster abc is ${status}; its server configuration parameters cannot be written`;
    if (expected === 422) expect(deleted.body).toMatchObject({ message });
  });

  test.each([
    ["in_service", "accepted", "in_progress", 201],
    ["in_service", "422", "pending", 201],
    ["in_service", "422", "in_progress", 422],
    ["initializing", "accepted", "in_progress", 201],
  ] as const)(
    "a cluster that reads %s during changes (%s), with one that is %s: %i",
    async (status_during_change, parameters_during_change, status, expected) => {
      const emulator = await begun(
        { parameters_during_change, status_during_change, parameters_before_service: "422" },
        { changes: [{ id: "c1", status }] },
      );
      const created = await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
      expect(created.status).toBe(expected);
      const message =
        "Cluster abc has a configuration change in progress: c1; its server configuration parameters cannot be written meanwhile";
      if (expected === 422) expect(created.body).toMatchObject({ message });
    },
  );

  test.each(["shown", "404"])("below a cluster on its way out they are %s", async (children_of_leaving) => {
    const emulator = await begun({ children_of_leaving }, { status: "deprovisioning", parameters: FIVE });
    const one = `${PARAMETERS}/${emulator.state().parameters[0]?.id}`;
    const [read, written] = children_of_leaving === "shown" ? [200, 422] : [404, 404];
    expect((await call(emulator, `GET ${PARAMETERS}`)).status).toBe(read);
    expect((await call(emulator, `GET ${one}`)).status).toBe(read);
    expect((await call(emulator, `DELETE ${one}`)).status).toBe(written);
  });
});

test.each([
  ["newest_first", ["max-group-limit", "max-per-page"]],
  ["oldest_first", ["max-per-page", "max-group-limit"]],
])("listed %s, without pages", async (list_order, names) => {
  const emulator = await begun({ list_order });
  await call(emulator, `POST ${PARAMETERS}`, body("max-per-page", "5"));
  emulator.advance(1);
  await call(emulator, `POST ${PARAMETERS}`, body("max-group-limit", "5"));
  const listed = (await call(emulator, `GET ${PARAMETERS}`)).body as { parameter_name: string }[];
  expect(listed.map(({ parameter_name }) => parameter_name)).toEqual(names);
  expect((await call(emulator, `GET ${PARAMETERS}?page=1`)).status).toBe(400);
});

describe("who may do what", () => {
  const seed = {
    clusters: [
      { id: "abc", parameters: FIVE },
      { id: "hidden", parameters: FIVE },
    ],
    keys: [{ name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] }],
  };
  test.each([
    ["read-only", "GET", "abc", 200],
    ["read-only", "PATCH", "abc", 403],
    ["provision", "DELETE", "abc", 403],
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
    const required_capability = "cluster_parameters:manage";
    if (status === 403) expect(answer.body).toMatchObject({ required_capability });
  });

  test("one cluster's parameter is not another's", async () => {
    const emulator = await start({ seed });
    const id = emulator.state().parameters.find((one) => one.cluster_id === "hidden")?.id;
    expect((await call(emulator, `GET ${PARAMETERS}/${id}`)).status).toBe(404);
  });
});
