import { UNKNOWN } from "../../../../src/framework";
import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import { NOW, planOf } from "../../kit";

const resource = key(() => NOW);

function values(given: Partial<KeyValues> = {}): KeyValues {
  return {
    id: "c-1/7",
    cluster_id: "c-1",
    node_urls: null,
    api_key: null,
    description: "storefront",
    actions: ["documents:search"],
    collections: ["products"],
    expires_at: null,
    autodelete: null,
    value: "secret-value",
    value_prefix: "secr",
    value_wo: null,
    value_wo_version: null,
    bootstrap: null,
    timeouts: null,
    ...given,
  };
}
const plan = (config: Partial<KeyValues>, prior?: KeyValues) =>
  planOf<KeyValues>(resource, { config: values(config), ...(prior && { prior }) });

test.each<[string, readonly string[], readonly string[]]>([
  ["known", ["documents:search", "collections:*", "keys:create", "*", "metrics.json:list"], []],
  [
    "one unknown",
    ["documents:search", "documents:find"],
    ['The server may not know the action "documents:find"'],
  ],
  ["two unknown", ["search", "read:*"], ['The server may not know the actions "search", "read:*"']],
  [
    "found in documentation, but checked by no server",
    ["aliases:create", "documents:upsert"],
    ['The server may not know the actions "aliases:create", "documents:upsert"'],
  ],
])("actions: %s", async (_, actions, summaries) => {
  expect((await plan({ actions: [...actions] })).summaries).toEqual(summaries);
});

test("suggests actions for a key without permissions", async () => {
  const { warnings } = await plan({ actions: ["aliases:create", "operations:*", "nope:nope"] });
  expect(warnings[0]?.detail).toContain(
    'Instead of "aliases:create", servers check aliases:delete, aliases:get, aliases:list, aliases:upsert, aliases:*. ' +
      'Instead of "operations:*", servers check operations/cache/clear:create, ',
  );
  expect(warnings[0]?.detail).not.toContain('Instead of "nope');
});

test("rejects an expires_at that has passed, up to the current second, and no later one", async () => {
  const expired = new Date(NOW).toISOString();
  await expect(plan({ expires_at: expired })).rejects.toMatchObject({
    summary: "The key would have expired already",
    path: ["expires_at"],
  });
  expect((await plan({ expires_at: "2026-11-20T00:00:01Z" })).summaries).toEqual([]);
  const unknown = await planOf<KeyValues>(resource, { config: { ...values(), expires_at: UNKNOWN } });
  expect(unknown.summaries).toEqual([]);
});

test("a key that has expired since plans empty", async () => {
  const state = values({ expires_at: "2026-01-01T00:00:00Z" });
  const { planned, summaries, replace } = await plan({ expires_at: "2026-01-01T01:00:00+01:00" }, state);
  expect([planned, summaries, replace]).toEqual([state, [], []]);
});

test.each<[keyof KeyValues, Partial<KeyValues>]>([
  ["description", { description: null }],
  ["actions", { actions: ["*"] }],
  ["collections", { collections: ["products", "other"] }],
  ["expires_at", { expires_at: "2027-01-01T00:00:00Z" }],
  ["cluster_id", { cluster_id: "c-2" }],
])("an edit of %s replaces the key, and the plan warns that this one is revoked", async (name, edit) => {
  const { replace, warnings } = await plan(edit, values());
  expect(replace).toEqual([name]);
  expect(warnings[0]).toMatchObject({
    summary: 'Key "storefront" (c-1/7) is revoked',
    detail: expect.stringContaining("create_before_destroy"),
  });
  expect(JSON.stringify(warnings)).not.toContain("secret-value");
});

test("a destroy warns of the revocation; an edit of api_key does not", async () => {
  const { summaries } = await planOf<KeyValues>(resource, { prior: values() });
  expect(summaries).toEqual(['Key "storefront" (c-1/7) is revoked']);
  expect((await plan({ api_key: "other" }, values())).summaries).toEqual([]);
});

test.each<[string, Partial<KeyValues>, string | null, readonly string[]]>([
  ["a new one: replaced", {}, "other-value", ["value"]],
  ["left out: unchanged", {}, null, []],
  ["after an import, one that begins like the key: stored", { value: null }, "secret-thing", []],
  ["after an import, one that does not: replaced", { value: null }, "other-value", ["value"]],
])("a configured value, %s", async (_, known, value, replace) => {
  const prior = values(known);
  expect((await plan({ ...known, value: value ?? known.value ?? "secret-value" }, prior)).replace).toEqual(
    replace,
  );
});

test.each<[prior: boolean | null, configured: boolean | null, replace: readonly string[]]>([
  [null, false, []],
  [false, null, []],
  [null, true, ["autodelete"]],
  [true, false, ["autodelete"]],
  [true, null, ["autodelete"]],
])(
  "autodelete edited from %p to %p replaces the key only if the meaning changes",
  async (prior, configured, replace) => {
    expect((await plan({ autodelete: configured }, values({ autodelete: prior }))).replace).toEqual(replace);
  },
);

test.each([
  ["short", /at least 8 characters/],
  ["two words", /visible ASCII/],
])("rejects the value %p without showing it", (value, problem) => {
  const [check] = (resource.schema as unknown as { value: { validators: ((text: string) => string)[] } })
    .value.validators;
  expect(check?.(value)).toMatch(problem);
  expect(check?.(value)).not.toContain(value);
});
