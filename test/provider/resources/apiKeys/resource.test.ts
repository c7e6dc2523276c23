import { type Plannable, UNKNOWN } from "../../../../src/framework";
import type { ApiKeysValues } from "../../../../src/provider/resources/apiKeys/resource";
import { apiKeys } from "../../../../src/provider/resources/apiKeys/resource";
import { callOf } from "../../../support/call";
import { record } from "../../../support/values";
import { planOf } from "../../kit";
import { nullsOf } from "../../support";

const resource = apiKeys(() => "id-1");
/** A service that must not receive a request. */
const client = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`requested ${String(name)}`);
    },
  },
);
const OPEN = { ...nullsOf<ApiKeysValues>(resource.schema), cluster_id: "c-1" };
const KEYS = { id: "id-1", admin_key: "adm1n-s3cret", search_only_key: "s3arch-s3cret" };
const STATE: ApiKeysValues = { ...OPEN, ...KEYS };
const VALUES = record({ ...STATE });
const STAYS = "The API keys of cluster c-1 leave the state, and Terraform does not revoke them";

test("a read sends nothing, and leaves the state as it is", async () => {
  const { call } = callOf(resource, { operation: "read", values: VALUES, service: { client } });
  await expect(resource.read(call, VALUES)).resolves.toEqual({});
});

test("a destroy sends nothing, and says how to revoke the keys, in the same words at plan and at apply", async () => {
  const { call, diagnostics } = callOf(resource, {
    operation: "delete",
    values: VALUES,
    service: { client },
  });
  await resource.delete(call, VALUES);
  const { warnings } = await planOf(resource, { prior: STATE });
  expect(warnings).toEqual(diagnostics.items.map(({ summary, detail }) => ({ summary, detail })));
  expect(warnings).toEqual([
    {
      summary: STAYS,
      detail: expect.stringMatching(/as long as the cluster exists.*GET \/keys.*DELETE \/keys\/:id/),
    },
  ]);
  expect(JSON.stringify(warnings)).not.toContain("s3cret");
});

test("an import is refused, with the way to go", async () => {
  const { call } = callOf(resource, { service: { client } });
  await expect(resource.import?.(call, "c-1/id-1")).rejects.toMatchObject({
    summary: "API keys cannot be imported",
    detail: expect.stringMatching(/only once.*issues a new pair/),
  });
});

describe("a plan", () => {
  const ON = { on: "a" };

  test.each<[string, ApiKeysValues["keepers"], Partial<Plannable<ApiKeysValues>>, string[]]>([
    ["other keepers", ON, { keepers: { on: "b" } }, ["keepers"]],
    ["no keepers any more", ON, { keepers: null }, ["keepers"]],
    ["keepers that are not known yet", ON, { keepers: UNKNOWN }, ["keepers"]],
    ["another cluster", null, { cluster_id: "c-2" }, ["cluster_id"]],
    ["the first keepers", null, { keepers: ON }, []],
    ["the same keepers", ON, { keepers: { ...ON } }, []],
  ])(
    "with %s issues another pair only where it must, and says so once",
    async (_, keepers, edit, replace) => {
      const plan = await planOf(resource, {
        prior: { ...STATE, keepers },
        config: { ...OPEN, keepers, ...edit },
      });
      expect([plan.replace, plan.summaries]).toEqual([replace, replace.length > 0 ? [STAYS] : []]);
    },
  );

  const LACKS = "The key may not be allowed to issue API keys for";

  test.each<[string | typeof UNKNOWN, granted: string[] | null, ...summaries: string[]]>([
    ["c-1", ["clusters:read"], `${LACKS} cluster c-1`],
    [UNKNOWN, ["clusters:read"], `${LACKS} a cluster that is not known yet`],
    ["c-1", ["cluster_credentials:issue"]],
    ["c-1", null],
  ])("of a create for %p by a key with %j", async (cluster_id, granted, ...summaries) => {
    const config = { ...OPEN, cluster_id };
    const plan = await planOf(resource, { config, client: { capabilities: async () => granted } });
    expect(plan.summaries).toEqual(summaries);
  });
});
