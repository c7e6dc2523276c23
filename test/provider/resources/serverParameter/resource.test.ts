import type { Client, ServerParameterRecord } from "../../../../src/client";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import {
  createParameter,
  serverParameter,
} from "../../../../src/provider/resources/serverParameter/resource";
import type { ParameterValues } from "../../../../src/provider/resources/serverParameter/schema";
import { callOf, failing, inTurn, look, planOf, serviceOf } from "../../kit";
import { parameterRecord, parameterValues } from "./kit";

const PLANNED = parameterValues({ id: null, created_at: null, updated_at: null });
const THERE = parameterRecord({ parameter_value: "250" });
const POST = ["c-1", { parameter_name: "max-per-page", parameter_value: "500" }];

type Answers<T> = (T | Error)[];

/** The responses to each list and each POST. */
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

test("reads, sets it, and saves it with its host", async () => {
  const { call, requests, run } = creating([[]], [parameterRecord()]);
  const { id, value, created_at, updated_at } = parameterValues();
  await expect(run()).resolves.toEqual({ id, value, created_at, updated_at });
  expect(requests).toEqual(["list", POST]);
  expect(call.known).toEqual({ id, value, created_at, updated_at });
  expect(call.privateState).toEqual({ cluster: "c-1", host: "api.example" });
});

test("an existing name is not overwritten: its value, and how to import it", async () => {
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
])("another client was faster (%s): the same message", async (_, refusal) => {
  const { requests, run } = creating([[], [THERE]], [refusal]);
  await expect(run()).rejects.toMatchObject({ detail: expect.stringContaining('the value "250"') });
  expect(requests).toEqual(["list", POST, "list"]);
});

test("a refused value shows the service's own message; a value outside its range does not wait", async () => {
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

interface Given {
  readonly prior?: ParameterValues;
  readonly config?: Plannable<ParameterValues>;
}

const RESTART = "Server parameters of cluster c-1 take effect at its next restart";
const REFUSED = 'The service may refuse server parameter "max-per-page" of cluster c-1';
const OLD = parameterValues();
const NEW = parameterValues({ value: "600" });
const RENAMED = { prior: OLD, config: { ...OLD, name: "max-group-limit" } };

test.each<[string, Given, ...summaries: string[]]>([
  ["a create", { config: NEW }, RESTART],
  ["another value", { prior: OLD, config: NEW }, RESTART],
  ["a value that is not known yet", { prior: OLD, config: { ...OLD, value: UNKNOWN } }, RESTART],
  ["a delete", { prior: OLD }, RESTART],
  ["no edit", { prior: OLD, config: OLD }],
  ["another name", RENAMED, RESTART, RESTART],
  [
    "another cluster, with a name that is not known to exist",
    { prior: OLD, config: { ...OLD, name: "x", cluster_id: UNKNOWN } },
    RESTART,
    'The service may refuse server parameter "x" of a cluster that is not known yet',
    RESTART.replace("cluster c-1", "a cluster that is not known yet"),
  ],
  ["a value outside of its range", { config: { ...NEW, value: "0" } }, REFUSED, RESTART],
  ["a name that is not known yet", { config: { ...NEW, name: UNKNOWN, value: "0" } }, RESTART],
])("%s", async (_, given, ...summaries) => {
  expect((await planOf(serverParameter, given)).summaries).toEqual(summaries);
});

test("explains how to restart, according to the action", async () => {
  const { warnings } = await planOf(serverParameter, RENAMED);
  expect(warnings.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('"max-per-page" is deleted at the service; the running server keeps it until'),
    expect.stringMatching(
      /"max-group-limit" is stored at the service;.*triggers = { parameter = searchcloud_server_parameter.NAME.value }/,
    ),
  ]);
});

test.each<[string, Given, what: string]>([
  ["a create", { config: NEW }, "set"],
  ["an edit", { prior: OLD, config: NEW }, "set"],
  ["a delete", { prior: NEW }, "delete"],
])("a key without cluster_parameters:manage is named at %s", async (_, given, what) => {
  const client = { capabilities: async () => ["clusters:read", "clusters:configure"] };
  const { warnings } = await planOf(serverParameter, { ...given, client });
  expect(warnings).toContainEqual({
    summary: `The key may not be allowed to ${what} server parameters of cluster c-1`,
    detail: expect.stringMatching(/cluster_parameters:manage.*operate/s),
  });
});
