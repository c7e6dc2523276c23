import type { FaultEffectBody, FaultMatchBody } from "../../src/emulator";
import { type AnyResource, GONE } from "../../src/framework";
import { collectionAlias } from "../../src/provider/resources/collectionAlias/resource";
import { key } from "../../src/provider/resources/key/resource";
import { RECORD_DEFINITIONS } from "../../src/provider/resources/namedRecord/definitions";
import { namedRecord } from "../../src/provider/resources/namedRecord/resource";
import { callOf } from "./kit";
import { type NodesAccount, nodesAccount } from "./onNodes";

/** Whatever becomes of a write's answer, it is done once in the end (docs/design/laws.md#l1). Named records are one mechanism. */
type Values = Record<string, unknown>;
type Operation = NonNullable<FaultMatchBody["operation"]>;

const common = { id: null, cluster_id: "c-1", node_urls: null, api_key: null };
const preset = RECORD_DEFINITIONS.filter(({ type }) => type === "preset").map(namedRecord)[0] as AnyResource;

const TYPES: readonly (readonly [
  type: string,
  resource: AnyResource,
  values: Values,
  create: Operation,
  remove: Operation,
])[] = [
  [
    "alias",
    collectionAlias,
    { ...common, name: "it", collection_name: "products" },
    "upsertAlias",
    "deleteAlias",
  ],
  [
    "key",
    key(Date.now),
    {
      ...common,
      description: "it",
      actions: ["*"],
      collections: ["*"],
      expires_at: null,
      autodelete: null,
      value: null,
    },
    "createKey",
    "deleteKey",
  ],
  ["preset", preset, { ...common, name: "it", value: "{}" }, "upsertPreset", "deletePreset"],
];

const AFTER: readonly [name: string, effect: FaultEffectBody] = [
  "reset after the work",
  { kind: "reset", when: "after" },
];
/** What is put or deleted may be sent twice, whatever came back (test/dataPlane); a key may not. */
const OF_KEYS: readonly (typeof AFTER)[] = [
  ["reset before the work", { kind: "reset" }],
  ["truncated JSON", { kind: "damage", as: "truncated" }],
];
const CASES = TYPES.flatMap((type) =>
  [AFTER, ...(type[0] === "key" ? OF_KEYS : [])].map(
    ([name, effect]) => [type[0], name, effect, type] as const,
  ),
);

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterAll(() => on.close());

/** What stands on the cluster. */
async function standing(): Promise<number> {
  const names = ["aliases", "keys", "presets"] as const;
  const { value } = on.service.dataApiKey as { readonly value: string };
  const node = on.emulator.nodeUrl.replace(
    "{hostname}",
    on.emulator.state().clusters[0]?.hostnames?.nodes[0] ?? "",
  );
  const lists = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(`${node}/${name}`, { headers: { "x-search-api-key": value } });
      return ((await answer.json()) as Record<string, unknown[]>)[name]?.length ?? 0;
    }),
  );
  return lists.reduce((sum, count) => sum + count, 0);
}

test.each(CASES)("%s: %s", async (_, __, effect, [, resource, values, create, remove]) => {
  const call = () => callOf(on.service) as never;
  on.emulator.addFault({ match: { operation: create }, effect });
  const state = { ...values, ...((await resource.create(call(), values as never)) as Values) };
  expect(await resource.read(call(), state as never)).not.toBe(GONE);
  expect(await standing()).toBe(1);

  on.emulator.addFault({ match: { operation: remove }, effect });
  await resource.delete(call(), state as never);
  expect(await resource.read(call(), state as never)).toBe(GONE);
  expect(await standing()).toBe(0);
});
