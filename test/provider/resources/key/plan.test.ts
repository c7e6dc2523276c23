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
    "written as documents have it, and no server asks for it",
    ["aliases:create", "documents:upsert"],
    ['The server may not know the actions "aliases:create", "documents:upsert"'],
  ],
])("actions: %s", async (_, actions, summaries) => {
  expect((await plan({ actions: [...actions] })).summaries).toEqual(summaries);
});

test("an action that allows nothing is told with those that do", async () => {
  const { warnings } = await plan({ actions: ["aliases:create", "operations:*", "nope:nope"] });
  expect(warnings[0]?.detail).toContain(
    'Instead of "aliases:create", servers ask for aliases:delete, aliases:get, aliases:list, aliases:upsert, aliases:*. ' +
      'Instead of "operations:*", servers ask for operations/cache/clear:create, ',
  );
  expect(warnings[0]?.detail).not.toContain('Instead of "nope');
});

test("a key that would have expired is refused, at the moment too, and a later one is not", async () => {
  const expired = new Date(NOW).toISOString();
  await expect(plan({ expires_at: expired })).rejects.toMatchObject({
    summary: "The key would have expired already",
    path: ["expires_at"],
  });
  expect((await plan({ expires_at: "2026-11-20T00:00:01Z" })).summaries).toEqual([]);
  const unknown = await planOf<KeyValues>(resource, { config: { ...values(), expires_at: UNKNOWN } });
  expect(unknown.summaries).toEqual([]);
});

test("one that has expired since is planned empty", async () => {
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
])("an edit of %s is another key, and the plan says that this one is revoked", async (name, edit) => {
  const { replace, warnings } = await plan(edit, values());
  expect(replace).toEqual([name]);
  expect(warnings[0]).toMatchObject({
    summary: 'Key "storefront" (c-1/7) is revoked',
    detail: expect.stringContaining("create_before_destroy"),
  });
  expect(JSON.stringify(warnings)).not.toContain("secret-value");
});

test("a destroy says that it revokes; another key to ask with is no edit of it", async () => {
  const { summaries } = await planOf<KeyValues>(resource, { prior: values() });
  expect(summaries).toEqual(['Key "storefront" (c-1/7) is revoked']);
  expect((await plan({ api_key: "other" }, values())).summaries).toEqual([]);
});

test.each<[string, Partial<KeyValues>, string | null, readonly string[]]>([
  ["another one: another key", {}, "other-value", ["value"]],
  ["left out: it stays", {}, null, []],
  ["after an import, one that begins as the key does: stored", { value: null }, "secret-thing", []],
  ["after an import, one that does not: another key", { value: null }, "other-value", ["value"]],
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
  "autodelete %p edited to %p: no key is revoked for what means the same",
  async (prior, configured, replace) => {
    expect((await plan({ autodelete: configured }, values({ autodelete: prior }))).replace).toEqual(replace);
  },
);

test.each([
  ["short", /8 characters at least/],
  ["two words", /visible ASCII/],
])("the value %p is refused, and not shown", (value, problem) => {
  const [check] = (resource.schema as unknown as { value: { validators: ((text: string) => string)[] } })
    .value.validators;
  expect(check?.(value)).toMatch(problem);
  expect(check?.(value)).not.toContain(value);
});
