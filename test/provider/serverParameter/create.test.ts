import type { Client, ServerParameterRecord } from "../../../src/client";
import { createParameter } from "../../../src/provider/serverParameter/create";
import type { ParameterValues } from "../../../src/provider/serverParameter/schema";
import { callOf, failing, inTurn, look, serviceOf } from "../kit";
import { parameterRecord, parameterValues } from "./kit";

const PLANNED = parameterValues({ id: null, created_at: null, updated_at: null });
const THERE = parameterRecord({ parameter_value: "250" });

function creating(
  lists: (ServerParameterRecord[] | Error)[],
  posts: (ServerParameterRecord | Error)[],
  more: Partial<Client> = {},
) {
  const [list, post] = [inTurn(...lists), inTurn(...posts)];
  const sent: unknown[] = [];
  const service = serviceOf({
    parameters: async () => {
      sent.push("list");
      return list();
    },
    createParameter: async (cluster, body) => {
      sent.push([cluster, body]);
      return post();
    },
    ...more,
  });
  const call = callOf<ParameterValues>(service);
  return { call, sent, run: (planned = PLANNED) => createParameter(call, planned) };
}

const POST = ["c-1", { parameter_name: "max-per-page", parameter_value: "500" }];

test("looks, sets it, and keeps it with the host that has it", async () => {
  const { call, sent, run } = creating([[]], [parameterRecord()]);
  const known = {
    id: "p-1",
    value: "500",
    created_at: "2023-11-14T22:13:20Z",
    updated_at: "2023-11-14T22:13:20.500Z",
  };
  await expect(run()).resolves.toEqual(known);
  expect(sent).toEqual(["list", POST]);
  expect(call.known).toEqual(known);
  expect(call.privateState).toEqual({ cluster: "c-1", host: "api.example" });
});

test("a name that is there already is not overwritten: its value, and how to take it over", async () => {
  const { call, sent, run } = creating(
    [[parameterRecord({ id: "p-0", parameter_name: "other" }), THERE]],
    [],
  );
  await expect(run()).rejects.toMatchObject({
    summary: 'Server parameter "max-per-page" of cluster c-1 already exists',
    detail: expect.stringMatching(
      /the value "250", and nothing was changed[\s\S]*id = "c-1\/max-per-page"[\s\S]*terraform import searchcloud_server_parameter.NAME c-1\/max-per-page/,
    ),
    path: ["name"],
  });
  expect([sent, call.known, call.privateState]).toEqual([["list"], {}, undefined]);
});

test.each([
  ["422", failing("refused", 422)],
  ["400", failing("invalid", 400)],
  ["what the list tells of a lost answer", failing("refused", null)],
])("somebody else was faster (%s): the same words", async (_, refusal) => {
  const { sent, run } = creating([[], [THERE]], [refusal]);
  await expect(run()).rejects.toMatchObject({ detail: expect.stringContaining('the value "250"') });
  expect(sent).toEqual(["list", POST, "list"]);
});

test("a refusal of the value is the service's own words", async () => {
  const refusal = failing("refused", 422, "No such parameter");
  const { run } = creating([[]], [refusal]);
  await expect(run()).rejects.toBe(refusal);
});

test("a value outside its range is not waited for, even while a change runs", async () => {
  const changes = jest.fn();
  const refusal = failing("refused", 422);
  const { run } = creating([[]], [refusal], { changes });
  await expect(run({ ...PLANNED, value: "99999" })).rejects.toBe(refusal);
  expect(changes).not.toHaveBeenCalled();
});

test.each([
  ["before the look", [failing("not_found", 404)], null],
  ["after it", [[]], "deprovisioning"],
])("a cluster that is gone %s", async (_, lists, status) => {
  const { run } = creating(lists, [failing("refused", 422)], { read: async () => look(status) });
  await expect(run()).rejects.toMatchObject({
    summary: "There is no cluster c-1 to set a server parameter of",
  });
});
