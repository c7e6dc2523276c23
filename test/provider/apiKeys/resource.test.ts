import { type Plannable, UNKNOWN } from "../../../src/framework";
import { activeUpdates } from "../../../src/framework/planResource";
import { isBlock, isSensitive } from "../../../src/framework/schema";
import type { Value } from "../../../src/framework/value";
import { planApiKeys } from "../../../src/provider/apiKeys/plan";
import { apiKeys } from "../../../src/provider/apiKeys/resource";
import type { ApiKeysValues } from "../../../src/provider/apiKeys/schema";
import { callOf as framework } from "../../support/call";
import { collectLog } from "../../support/log";
import { record } from "../../support/values";
import { serviceOf } from "../kit";

const resource = apiKeys(() => "id-1");
/** A service that must not be asked for anything. */
const SILENT = {
  client: new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`asked for ${String(name)}`);
      },
    },
  ),
};
const STATE = record({
  id: "id-1",
  cluster_id: "c-1",
  keepers: null,
  timeouts: null,
  admin_key: "adm1n-s3cret",
  search_only_key: "s3arch-s3cret",
  issued_at: "2026-11-20T00:00:00Z",
});

test("both keys are sensitive, and nothing else is", () => {
  const sensitive = Object.entries(resource.schema).filter(([, field]) => isSensitive(field));
  expect(sensitive.map(([name]) => name)).toEqual(["admin_key", "search_only_key"]);
  expect(Object.values(resource.schema).filter(isBlock)).toHaveLength(1);
});

test("a read sends nothing, and state stays", async () => {
  const { call } = framework(resource, "read", { values: STATE, service: SILENT });
  await expect(resource.read(call, STATE)).resolves.toEqual({});
});

test("a destroy sends nothing, says that the keys stay valid, and how to revoke them", async () => {
  const { call, diagnostics } = framework(resource, "delete", { values: STATE, service: SILENT });
  await resource.delete(call, STATE);
  const [{ summary, detail, severity } = { summary: "", detail: "", severity: "" }, ...more] =
    diagnostics.items;
  expect([severity, summary, more]).toEqual(["warning", "The API keys of cluster c-1 stay valid", []]);
  expect(detail).toMatch(/as long as the cluster exists.*GET \/keys.*DELETE \/keys\/:id/);
  expect(detail).not.toContain("s3cret");
});

test("an import is refused, with the way to go", async () => {
  const { call } = framework(resource, "import", { service: SILENT });
  await expect(resource.import?.(call, "c-1/id-1")).rejects.toMatchObject({
    summary: "API keys cannot be imported",
    detail: expect.stringMatching(/only once.*issues a new pair/),
  });
});

describe("keepers", () => {
  const keepers = (of: Record<string, string> | null) => (of ? record(of) : null);
  const lanes = (prior: Value, planned: Value) =>
    activeUpdates(
      resource,
      record({ ...STATE, keepers: prior }),
      record({ ...STATE, keepers: planned }),
      undefined,
    );
  const replaced = (prior: Value, planned: Value) =>
    lanes(prior, planned).flatMap(
      ({ update, changed }) =>
        update.requiresReplace?.(
          changed,
          record({ ...STATE, keepers: prior }),
          record({ ...STATE, keepers: planned }),
          undefined,
        ) ?? [],
    );

  test.each<[string, Value, Value, string[]]>([
    ["another value", keepers({ on: "a" }), keepers({ on: "b" }), ["keepers"]],
    ["one more", keepers({ on: "a" }), keepers({ on: "a", at: "b" }), ["keepers"]],
    ["none any more", keepers({ on: "a" }), null, ["keepers"]],
    ["a value that is not known yet", keepers({ on: "a" }), UNKNOWN, ["keepers"]],
    ["the first ones", null, keepers({ on: "a" }), []],
    ["the same", keepers({ on: "a" }), keepers({ on: "a" }), []],
  ])("%s", (_, prior, planned, names) => {
    expect(replaced(prior, planned)).toEqual(names);
  });

  test("the first ones are taken over in place, and make nothing unknown", () => {
    const [lane, ...more] = lanes(null, keepers({ on: "a" }));
    expect([lane?.name, lane?.makesUnknown, more]).toEqual(["rotate", [], []]);
  });
});

describe("a plan", () => {
  const VALUES = STATE as unknown as ApiKeysValues;

  async function said(
    action: "create" | "update" | "delete",
    capabilities: string[] | null,
    changes: Partial<Plannable<ApiKeysValues>> = {},
    before: Partial<ApiKeysValues> = {},
  ): Promise<string[][]> {
    const warnings: string[][] = [];
    await planApiKeys({
      action,
      config: null,
      prior: action === "create" ? null : { ...VALUES, ...before },
      planned: action === "delete" ? null : { ...VALUES, ...changes },
      changed: [],
      set: () => {},
      warn: (summary, detail) => void warnings.push([summary, detail]),
      error: (summary) => {
        throw new Error(summary);
      },
      service: serviceOf({ capabilities: async () => capabilities }),
      privateState: undefined,
      setPrivateState: () => {},
      signal: new AbortController().signal,
      log: collectLog().log,
    });
    return warnings;
  }

  test.each<[string, Partial<Plannable<ApiKeysValues>>, string]>([
    ["a cluster", {}, "cluster c-1"],
    ["a cluster that is not known yet", { cluster_id: UNKNOWN }, "a cluster that is not known yet"],
  ])("for %s says that the key may not issue keys", async (_, changes, cluster) => {
    const [[summary, detail] = [], ...more] = await said("create", ["clusters:read"], changes);
    expect([summary, more]).toEqual([`The key seems not to be allowed to issue API keys for ${cluster}`, []]);
    expect(detail).toMatch(/cluster_credentials:issue.*admin/s);
  });

  test("is silent where there is nothing to say", async () => {
    expect(await said("create", ["cluster_credentials:issue"])).toEqual([]);
    expect(await said("create", null)).toEqual([]);
    expect(await said("update", ["clusters:read"], { keepers: { on: "a" } })).toEqual([]);
  });

  test("of a destroy tells to revoke the keys first, and asks nobody", async () => {
    const [[summary, detail] = [], ...more] = await said("delete", []);
    expect([summary, more]).toEqual([
      "The API keys of cluster c-1 stay valid when they are destroyed here",
      [],
    ]);
    expect(detail).toMatch(/Revoke them first.*DELETE \/keys\/:id/s);
    expect(detail).not.toContain("s3cret");
  });

  const ON = { on: "a" };
  test.each<[string, Partial<ApiKeysValues>, Partial<Plannable<ApiKeysValues>>, boolean]>([
    ["other keepers", { keepers: ON }, { keepers: { on: "b" } }, true],
    ["one keeper more", { keepers: ON }, { keepers: { ...ON, at: "b" } }, true],
    ["no keepers any more", { keepers: ON }, { keepers: null }, true],
    ["keepers that are not known yet", { keepers: ON }, { keepers: UNKNOWN }, true],
    ["another cluster", {}, { cluster_id: "c-2" }, true],
    ["a cluster that is not known yet", {}, { cluster_id: UNKNOWN }, true],
    ["the first keepers", {}, { keepers: ON }, false],
    ["the same keepers", { keepers: { ...ON } }, { keepers: { ...ON } }, false],
  ])("with %s says whether the pair of before stays valid", async (_, before, changes, told) => {
    const summaries = (await said("update", null, changes, before)).map(([summary]) => summary);
    const words = "Another pair of API keys takes the place of that of cluster c-1, which stays valid";
    expect(summaries).toEqual(told ? [words] : []);
  });
});
