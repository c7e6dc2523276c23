import type { EmulatorServer } from "../../../../src/emulator";
import { settingProblems } from "../../../../src/emulator/domain/parameters/operations";
import { call, emulators, emulatorsOf, over, refusal } from "../../support";

const start = emulators();
const begun = emulatorsOf({});
const PARAMETERS = "/clusters/abc/server-configuration-parameters";
const FIVE = { "max-per-page": "5" };
const create = (emulator: EmulatorServer, parameter_name: string, parameter_value = "5") =>
  call(emulator, `POST ${PARAMETERS}`, { json: { parameter_name, parameter_value } });
/** A request on the first parameter. */
const onFirst = (emulator: EmulatorServer, method: string, json?: object) =>
  call(emulator, `${method} ${PARAMETERS}/${emulator.state().parameters[0]?.id}`, { json });

test("a parameter from its create to its delete and its next create, without envelopes", async () => {
  const emulator = await begun();
  const created = await create(emulator, "max-per-page", "500");
  const { id } = created.body as { id: string };
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    parameter_name: "max-per-page",
    parameter_value: "500",
    created_at: "2027-01-01T00:00:00.000Z",
    updated_at: "2027-01-01T00:00:00.000Z",
  });
  const twice = "Cluster abc has a server configuration parameter max-per-page already";
  expect(await create(emulator, "max-per-page", "6")).toMatchObject(refusal(422, twice));
  emulator.advance(90);
  const changed = await onFirst(emulator, "PATCH", { parameter_value: "900" });
  const expected = { parameter_value: "900", updated_at: "2027-01-01T00:01:30.000Z" };
  expect([changed.status, changed.body]).toEqual([200, { ...(created.body as object), ...expected }]);
  expect(await onFirst(emulator, "GET")).toMatchObject({ status: 200, body: changed.body });
  expect(await call(emulator, `GET ${PARAMETERS}`)).toMatchObject({ status: 200, body: [changed.body] });
  const deleted = await onFirst(emulator, "DELETE");
  expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
  expect(await call(emulator, `GET ${PARAMETERS}`)).toMatchObject({ status: 200, body: [] });
  const gone = refusal(404, `Server configuration parameter ${id} not found`);
  expect(await call(emulator, `GET ${PARAMETERS}/${id}`)).toMatchObject(gone);
  const again = await create(emulator, "max-per-page");
  expect(again.status).toBe(201);
  expect(again.body).not.toMatchObject({ id });
});

test("times may be epoch seconds", async () => {
  const { body } = await create(await begun({ parameter_times: "epoch_seconds" }), "max-per-page");
  expect(body).toMatchObject({ created_at: 1_798_761_600, updated_at: 1_798_761_600 });
});

test("an invalid name or value answers 422, at create and at update", async () => {
  const emulator = await begun({ unknown_parameter: "accepted" }, { parameters: FIVE });
  const range = "parameter_value of max-per-page must be a whole number from 1 to 10000, as text";
  expect(await create(emulator, "max-per-page", "0")).toMatchObject(refusal(422, range));
  expect(await onFirst(emulator, "PATCH", { parameter_value: "10001" })).toMatchObject(refusal(422, range));
  emulator.patchCluster("abc", { search_server_version: "28.0" });
  const older = "parameter_name max-group-limit needs server version 29 or later";
  expect(await create(emulator, "max-group-limit")).toMatchObject(refusal(422, older));
  expect(emulator.state().parameters).toMatchObject([{ parameter_value: "5" }]);
});

test("an unknown name answers 422, or is accepted", async () => {
  const message = expect.stringMatching(/^parameter_name must be one of cors-domains, .*, not max-pages$/);
  expect(await create(await begun(), "max-pages")).toMatchObject(refusal(422, message));
  const lenient = await begun({ unknown_parameter: "accepted" });
  expect((await create(lenient, "__proto__")).status).toBe(201);
  expect(lenient.state().parameters).toMatchObject([{ parameter_name: "__proto__" }]);
});

describe("when a write is refused", () => {
  test.each([
    ["provisioning", "accepted", [201, 200, 200]],
    ["provisioning", "422", [422, 422, 422]],
    ["suspended", "422", [201, 200, 200]],
    ["deprovisioning", "accepted", [422, 422, 422]],
  ])("a cluster that is %s (%s): %j", async (status, parameters_before_service, expected) => {
    const emulator = await begun({ parameters_before_service }, { status, parameters: FIVE });
    const answers = [
      await create(emulator, "max-group-limit"),
      await onFirst(emulator, "PATCH", { parameter_value: "6" }),
      await onFirst(emulator, "DELETE"),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(expected);
    const message = `Cluster abc is ${status}; its server configuration parameters cannot be written`;
    if (expected[2] === 422) expect(answers[2]?.body).toMatchObject({ message });
  });

  test.each([
    ["in_service", "accepted", "in_progress", 201],
    ["in_service", "422", "pending", 201],
    ["in_service", "422", "in_progress", 422],
    ["initializing", "accepted", "in_progress", 201],
  ])(
    "a cluster that reads %s during changes (%s), with one that is %s: %i",
    async (status_during_change, parameters_during_change, status, expected) => {
      const assumptions = {
        parameters_during_change,
        status_during_change,
        parameters_before_service: "422",
      };
      const emulator = await begun(assumptions, { changes: [{ id: "c1", status }] });
      const why = "Cluster abc has a configuration change in progress: c1";
      const message = `${why}; its server configuration parameters cannot be written meanwhile`;
      const refused = refusal(422, message);
      const created = await create(emulator, "max-per-page");
      expect(created).toMatchObject(expected === 422 ? refused : { status: 201 });
    },
  );

  test.each([
    ["shown", [200, 200, 422]],
    ["404", [404, 404, 404]],
  ])("below a cluster that is deprovisioning they are %s", async (children_of_leaving, expected) => {
    const emulator = await begun({ children_of_leaving }, { status: "deprovisioning", parameters: FIVE });
    const answers = [await call(emulator, `GET ${PARAMETERS}`), await onFirst(emulator, "GET")];
    answers.push(await onFirst(emulator, "DELETE"));
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });
});

test.each([
  ["newest_first", ["max-group-limit", "max-per-page"]],
  ["oldest_first", ["max-per-page", "max-group-limit"]],
])("listed %s, without pages", async (list_order, names) => {
  const emulator = await begun({ list_order });
  const waiting = ["max-per-page", "max-group-limit"];
  await over(emulator, [0, 1], () => create(emulator, waiting.shift() ?? ""));
  const listed = (await call(emulator, `GET ${PARAMETERS}`)).body as { parameter_name: string }[];
  expect(listed.map(({ parameter_name }) => parameter_name)).toEqual(names);
  expect((await call(emulator, `GET ${PARAMETERS}?page=1`)).status).toBe(400);
});

test("one cluster's parameter is not another's", async () => {
  const clusters = [{ id: "abc" }, { id: "other", parameters: FIVE }];
  expect((await onFirst(await start({ seed: { clusters } }), "GET")).status).toBe(404);
});

/** test/contract compares the ranges themselves with the document. */
test("an integer within its range, as a string, from a version on", () => {
  const check = (value: string, version = "27.0") => settingProblems("max-per-page", value, version);
  for (const value of ["1", "10000"]) expect(check(value)).toEqual([]);
  const text = "of max-per-page must be a whole number from 1 to 10000, as text";
  for (const value of ["0", "10001", "1.5", "-1", " 1", "1e3", "x"]) {
    expect(check(value)).toEqual([{ field: "parameter_value", text }]);
  }
  const older = { field: "parameter_name", text: "max-per-page needs server version 27 or later" };
  for (const version of ["26.0", "0.25.2"]) expect(check("1", version)).toEqual([older]);
});

test.each([
  ["https://shop.example", true],
  ["https://shop.example,https://www.shop.example:8443", true],
  ["http://shop.example", false],
  ["https://shop.example/", false],
  ["https://*.shop.example", false],
  ["*", false],
  ["https://shop.example, https://www.shop.example", false],
  ["https://shop.example,", false],
  ["shop.example", false],
])("cors-domains %s: %p, on any server", (value, fine) => {
  const problems = settingProblems("cors-domains", value, "0.24.1");
  expect(problems.map(({ field }) => field)).toEqual(fine ? [] : ["parameter_value"]);
});
