import { type AnyResource, GONE } from "../../../../src/framework";
import { resources } from "../../../../src/provider/dataPlaneTypes";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues } from "../../resources/collection/kit";

/** A 404 from other nodes than before proves nothing, whatever the type (docs/design/laws.md#l2). */
const common = { id: "c-1/it", cluster_id: "c-1", node_urls: null, api_key: null, name: "it" };
const json = { items: "[]", value: "{}", definition: "{}" };
const STATES: Readonly<Record<string, object>> = {
  collection: { ...collectionValues(), ...common },
  collection_alias: { ...common, collection_name: "products" },
  key: {
    ...common,
    id: "c-1/77",
    description: "it",
    actions: ["*"],
    collections: ["*"],
    expires_at: null,
    value: "abcdefgh",
    value_prefix: "abcd",
  },
  synonym_set: { ...common, item: [] },
  curation_set: { ...common, ...json },
  preset: { ...common, ...json },
  stopwords_set: { ...common, stopwords: ["the"], locale: null },
  analytics_rule: { ...common, ...json },
};
/** Their delete asks no node for one object of theirs. */
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

  test("that other nodes do not have is neither forgotten nor taken for deleted", async () => {
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

  test("that the same nodes do not have any more is gone", async () => {
    await resource.delete(from(String(on.service.nodeUrl)), state);
    expect(await resource.read(from(String(on.service.nodeUrl)), state)).toBe(GONE);
  });
});
