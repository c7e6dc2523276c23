import type { FaultEffectBody, FaultMatchBody } from "../../../../src/emulator";
import { type AnyResource, GONE } from "../../../../src/framework";
import { resources } from "../../../../src/provider/dataPlaneTypes";
import { collectionAlias } from "../../../../src/provider/resources/collectionAlias/resource";
import { key } from "../../../../src/provider/resources/key/resource";
import { RECORD_DEFINITIONS } from "../../../../src/provider/resources/namedRecord/definitions";
import { namedRecord } from "../../../../src/provider/resources/namedRecord/resource";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues } from "../../resources/collection/kit";
import { liveState } from "../../resources/liveCollection/kit";

/** Attributes for a 404 from different nodes, which proves nothing for any type (docs/design/laws.md#l2). */
const common = { id: "c-1/it", cluster_id: "c-1", node_urls: null, api_key: null, name: "it" };
const json = { items: "[]", value: "{}", definition: "{}" };
const STATES: Readonly<Record<string, object>> = {
  collection: { ...collectionValues(), ...common },
  collection_alias: { ...common, collection_name: "products" },
  live_collection: { ...liveState(), ...common },
  key: {
    ...common,
    id: "c-1/77",
    description: "it",
    actions: ["*"],
    collections: ["*"],
    expires_at: null,
    value: "abcdefgh",
    value_prefix: "abcd",
    value_wo_version: null,
    bootstrap: null,
  },
  synonym_set: { ...common, item: [] },
  curation_set: { ...common, ...json },
  preset: { ...common, ...json },
  stopwords_set: { ...common, stopwords: ["the"], locale: null },
  analytics_rule: { ...common, ...json },
  stemming_dictionary: { ...common, words: { people: "person" } },
  conversation_model: { ...common, model_name: "openai/m", history_collection: "history", max_bytes: 1 },
  nl_search_model: { ...common, model_name: "openai/m", max_bytes: 1 },
};
/** Types whose delete requests no object from a node. */
const OTHERS = ["documents", "upgrade_rehearsal"];

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterAll(() => on.close());

test("every type of the data plane is in the table", () => {
  expect(resources.map(({ name }) => name).sort()).toEqual([...Object.keys(STATES), ...OTHERS].sort());
});

describe.each(
  resources.filter(({ name }) => name in STATES).map((resource) => [resource.name, resource] as const),
)("%s", (name, resource: AnyResource) => {
  const state = STATES[name] as never;
  const from = (nodes: string) => callOf<never, object>(on.service, { nodes: [nodes] }) as never;

  test("that different nodes lack is neither forgotten nor taken for deleted", async () => {
    const refusal = {
      summary: expect.stringMatching(/ is not at http:\/\/127\.0\.0\.1/),
      detail: expect.stringContaining("https://{hostname}.old.example"),
    };
    await expect(resource.delete(from("https://{hostname}.old.example"), state)).rejects.toMatchObject(
      refusal,
    );
    await expect(resource.read(from("https://{hostname}.old.example"), state)).rejects.toMatchObject(refusal);
    expect(on.wrote()).toEqual([]);
  });

  test("that the same nodes no longer have is removed", async () => {
    await resource.delete(from(String(on.service.nodeUrl)), state);
    expect(await resource.read(from(String(on.service.nodeUrl)), state)).toBe(GONE);
  });
});

describe("writes with a lost response", () => {
  /** A write is carried out once, even if its answer is lost (docs/design/laws.md#l1). Named records are one mechanism. */
  type Values = Record<string, unknown>;
  type Operation = NonNullable<FaultMatchBody["operation"]>;

  const common = { id: null, cluster_id: "c-1", node_urls: null, api_key: null };
  const preset = RECORD_DEFINITIONS.filter(({ type }) => type === "preset").map(
    namedRecord,
  )[0] as AnyResource;

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
        value_wo_version: null,
        bootstrap: null,
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
  /** More faults for keys, whose create must not be sent twice; PUT and DELETE may be (test/dataPlane). */
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

  /** Returns the number of objects on the cluster. */
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
    const before = await standing();
    on.emulator.addFault({ match: { operation: create }, effect });
    const state = { ...values, ...((await resource.create(call(), values as never)) as Values) };
    expect(await resource.read(call(), state as never)).not.toBe(GONE);
    expect(await standing()).toBe(before + 1);

    on.emulator.addFault({ match: { operation: remove }, effect });
    await resource.delete(call(), state as never);
    expect(await resource.read(call(), state as never)).toBe(GONE);
    expect(await standing()).toBe(before);
  });
});
