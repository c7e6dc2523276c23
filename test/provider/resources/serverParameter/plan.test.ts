import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { serverParameter } from "../../../../src/provider/resources/serverParameter/resource";
import type { ParameterValues } from "../../../../src/provider/resources/serverParameter/schema";
import { planOf } from "../../kit";
import { parameterValues } from "./kit";

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

test("says how to restart, in words that fit the action", async () => {
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
