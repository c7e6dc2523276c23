import type { Client, ServerParameterRecord } from "../../../../src/client";
import { createParameter } from "../../../../src/provider/resources/serverParameter/resource";
import type { ParameterValues } from "../../../../src/provider/resources/serverParameter/schema";
import { callOf, failing, inTurn, look, serviceOf } from "../../kit";
import { parameterRecord, parameterValues } from "./kit";

const PLANNED = parameterValues({ id: null, created_at: null, updated_at: null });
const THERE = parameterRecord({ parameter_value: "250" });
const POST = ["c-1", { parameter_name: "max-per-page", parameter_value: "500" }];

type Answers<T> = (T | Error)[];

/** What the service answers to each list and to each POST. */
function creating(
  lists: Answers<ServerParameterRecord[]>,
  posts: Answers<ServerParameterRecord>,
  more: Partial<Client> = {},
) {
  const [list, post] = [inTurn(...lists), inTurn(...posts)];
  const requests: unknown[] = [];
  const service = serviceOf({
    parameters: async () => {
      requests.push("list");
      return list();
    },
    createParameter: async (...[cluster, body]) => {
      requests.push([cluster, body]);
      return post();
    },
    ...more,
  });
  const call = callOf<ParameterValues>(service);
  return { call, requests, run: (planned = PLANNED) => createParameter(call, planned) };
}

test("reads, sets it, and saves it with the host that has it", async () => {
  const { call, requests, run } = creating([[]], [parameterRecord()]);
  const { id, value, created_at, updated_at } = parameterValues();
  await expect(run()).resolves.toEqual({ id, value, created_at, updated_at });
  expect(requests).toEqual(["list", POST]);
  expect(call.known).toEqual({ id, value, created_at, updated_at });
  expect(call.privateState).toEqual({ cluster: "c-1", host: "api.example" });
});

test("a name that already exists is not overwritten: its value, and how to take it over", async () => {
  const other = parameterRecord({ id: "p-0", parameter_name: "other" });
  const { call, requests, run } = creating([[other, THERE]], []);
  await expect(run()).rejects.toMatchObject({
    summary: 'Server parameter "max-per-page" of cluster c-1 already exists',
    detail: expect.stringMatching(
      /the value "250", and nothing was changed[\s\S]*id = "c-1\/max-per-page"[\s\S]*terraform import searchcloud_server_parameter.NAME c-1\/max-per-page/,
    ),
    path: ["name"],
  });
  expect([requests, call.known, call.privateState]).toEqual([["list"], {}, undefined]);
});

test.each([
  ["422", failing("refused", 422)],
  ["400", failing("invalid", 400)],
])("another client was faster (%s): the same words", async (_, refusal) => {
  const { requests, run } = creating([[], [THERE]], [refusal]);
  await expect(run()).rejects.toMatchObject({ detail: expect.stringContaining('the value "250"') });
  expect(requests).toEqual(["list", POST, "list"]);
});

test("a refusal of the value is the service's own words; one outside its range waits for no change", async () => {
  const refusal = failing("refused", 422, "No such parameter");
  await expect(creating([[]], [refusal]).run()).rejects.toBe(refusal);
  const changes = jest.fn();
  const { run } = creating([[]], [refusal], { changes });
  await expect(run({ ...PLANNED, value: "99999" })).rejects.toBe(refusal);
  expect(changes).not.toHaveBeenCalled();
});

test.each([
  ["before the list", [failing("not_found", 404)], null],
  ["after it", [[]], "deprovisioning"],
])("a cluster that is gone %s", async (_, lists, status) => {
  const { run } = creating(lists, [failing("refused", 422)], { read: async () => look(status) });
  const why = status === null ? "not found" : `is ${status}`;
  const summary = `Cannot set a server parameter: cluster c-1 ${why}`;
  await expect(run()).rejects.toMatchObject({ summary });
});
