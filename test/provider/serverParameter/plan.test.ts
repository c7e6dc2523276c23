import type { Client } from "../../../src/client";
import { type Plannable, UNKNOWN } from "../../../src/framework";
import { type ParameterPlanning, planParameter } from "../../../src/provider/serverParameter/plan";
import type { ParameterValues } from "../../../src/provider/serverParameter/schema";
import { collectLog } from "../../support/log";
import { serviceOf } from "../kit";
import { parameterValues } from "./kit";

interface Given {
  readonly prior?: ParameterValues;
  readonly planned?: Plannable<ParameterValues>;
  readonly client?: Partial<Client>;
}

async function said({ prior, planned, client = {} }: Given): Promise<string[][]> {
  const warnings: string[][] = [];
  const planning: ParameterPlanning = {
    action: planned ? (prior ? "update" : "create") : "delete",
    config: planned ?? null,
    prior: prior ?? null,
    planned: planned ?? null,
    changed: [],
    set: () => {},
    warn: (summary, detail) => void warnings.push([summary, detail]),
    error: (summary) => {
      throw new Error(summary);
    },
    service: serviceOf(client),
    privateState: undefined,
    setPrivateState: () => {},
    signal: new AbortController().signal,
    log: collectLog().log,
  };
  await planParameter(planning);
  return warnings;
}

const RESTART = "Server parameters of cluster c-1 take effect at its next restart";
const NEW = parameterValues({ value: "600" });

test.each<[string, Given, string[]]>([
  ["a create", { planned: NEW }, [RESTART]],
  ["another value", { prior: parameterValues(), planned: NEW }, [RESTART]],
  [
    "a value that is not known yet",
    { prior: parameterValues(), planned: { ...NEW, value: UNKNOWN } },
    [RESTART],
  ],
  ["a delete", { prior: parameterValues() }, [RESTART]],
  ["no edit", { prior: parameterValues(), planned: parameterValues() }, []],
  ["another name, whose own plan says it", { prior: parameterValues(), planned: { ...NEW, name: "x" } }, []],
  ["another cluster", { prior: parameterValues(), planned: { ...NEW, cluster_id: UNKNOWN } }, []],
  [
    "a cluster that is not known yet",
    { planned: { ...NEW, cluster_id: UNKNOWN } },
    ["Server parameters of a cluster that is not known yet take effect at its next restart"],
  ],
  [
    "a value outside of its range",
    { planned: { ...NEW, value: "0" } },
    ['The service may refuse server parameter "max-per-page" of cluster c-1', RESTART],
  ],
  ["a name that is not known yet", { planned: { ...NEW, name: UNKNOWN, value: "0" } }, [RESTART]],
])("%s", async (_, given, summaries) => {
  expect((await said(given)).map(([summary]) => summary)).toEqual(summaries);
});

test("says what to restart with, in words that fit the action", async () => {
  const [[, set] = []] = await said({ planned: NEW });
  expect(set).toContain('"max-per-page" is stored at the service');
  expect(set).toContain("triggers = { parameter = searchcloud_server_parameter.NAME.value }");
  const [[, gone] = []] = await said({ prior: NEW });
  expect(gone).toContain(
    '"max-per-page" is deleted at the service, and the running server keeps it until then',
  );
});

test.each<[string, Given, string, boolean]>([
  ["a create", { planned: NEW }, "set server parameters of cluster c-1", true],
  ["an edit", { prior: parameterValues(), planned: NEW }, "set server parameters of cluster c-1", true],
  ["a delete", { prior: NEW }, "delete server parameters of cluster c-1", true],
  ["no edit", { prior: NEW, planned: NEW }, "", false],
])("a key without cluster_parameters:manage is told at %s", async (_, given, what, told) => {
  const client = { capabilities: async () => ["clusters:read", "clusters:configure"] };
  const warnings = await said({ ...given, client });
  const hint = warnings.find(([summary]) => summary?.includes("key seems not to be allowed"));
  expect(hint?.[0]).toBe(told ? `The key seems not to be allowed to ${what}` : undefined);
  if (told) expect(hint?.[1]).toMatch(/cluster_parameters:manage.*operate/s);
});
