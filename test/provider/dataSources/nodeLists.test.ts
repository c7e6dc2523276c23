import type { AnyProvider } from "../../../src/framework";
import { dataSources } from "../../../src/provider/dataPlaneTypes";
import { RECORD_DEFINITIONS } from "../../../src/provider/resources/namedRecord/definitions";
import { callOf } from "../kit";
import { type NodesAccount, nodesAccount } from "../onNodes";

const WHERE = { cluster_id: "c-1", node_urls: null, api_key: null };
const MODEL = { model_name: "openai/gpt-4o", api_key: "vendor-credential-0123456789", max_bytes: 7 };
const RULE = {
  ...{ type: "counter", collection: "books", event_type: "click" },
  params: { counter_field: "n", weight: 1 },
};

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({
    clusters: [
      {
        id: "c-1",
        ...{ high_availability: "yes", region_node_counts: { oregon: 3 }, search_server_version: "30.2" },
        data: {
          collections: [{ name: "books", fields: [{ name: "title", type: "string" }] }],
          aliases: { shop: "books", b: "books", a: "missing" },
          keys: [
            { value: "searching-0123456789", description: "s", actions: ["b", "a"], collections: ["*"] },
            {
              value: "ending-0123456789",
              description: "",
              actions: ["*"],
              collections: ["b"],
              expires_at: 2e9,
            },
          ],
          named: {
            synonym_sets: { one: { items: [{ id: "x", synonyms: ["a", "b"], root: "c" }] } },
            curation_sets: {
              one: { items: [{ id: "x", rule: { query: "q", match: "exact" }, filter_by: "n:1" }] },
            },
            presets: { one: { value: { q: "*", per_page: 5 } } },
            stopwords: { one: { stopwords: ["the"], locale: "en" } },
            analytics_rules: { one: RULE },
            stemming_dictionaries: { one: { words: [{ word: "people", root: "person" }] } },
            conversation_models: { one: { ...MODEL, history_collection: "books", ttl: 60 } },
            nl_search_models: { one: { ...MODEL, temperature: 0.5, access_token: "token-0123456789" } },
          },
        },
      },
      { id: "old", search_server_version: "29.0" },
    ],
  });
});
afterAll(() => on.close());

const read = async (name: string, values: object = WHERE): Promise<unknown> => {
  const found = (dataSources as AnyProvider["dataSources"]).find((one) => one.name === name);
  if (!found) throw new Error(name);
  const result = (await found.read(callOf(on.service) as never, values as never)) as Record<string, unknown>;
  return result[name] ?? result.nodes;
};

test("every kind of named record has a list", () => {
  const names = RECORD_DEFINITIONS.map(({ type }) => `${type.replace(/y$/, "ie")}s`);
  expect(dataSources.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test.each<[string, object]>([
  [
    "synonym_sets",
    { item: [{ id: "x", synonyms: ["a", "b"], root: "c", locale: null, symbols_to_index: [] }] },
  ],
  ["presets", { value: '{"per_page":5,"q":"*"}' }],
  ["stopwords_sets", { stopwords: ["the"], locale: "en" }],
  ["stemming_dictionaries", {}],
  [
    "conversation_models",
    {
      ...{ model_name: "openai/gpt-4o", max_bytes: 7, history_collection: "books", ttl: 60 },
      ...{ system_prompt: null, account_id: null, vllm_url: null },
    },
  ],
  [
    "nl_search_models",
    {
      ...{ model_name: "openai/gpt-4o", max_bytes: 7, temperature: 0.5, top_p: null, top_k: null },
      ...{ system_prompt: null, account_id: null, api_url: null },
    },
  ],
])("%s lists the records, without credentials", async (name, values) => {
  expect(await read(name)).toEqual([{ name: "one", ...values }]);
});

test("rules of analytics and curation are JSON in the form of the server", async () => {
  const [rule] = (await read("analytics_rules")) as { definition: string }[];
  expect(rule).toMatchObject({ name: "one", type: "counter" });
  expect(JSON.parse(rule?.definition ?? "")).toMatchObject(RULE);
  const [set] = (await read("curation_sets")) as { items: string }[];
  expect(JSON.parse(set?.items ?? "")).toMatchObject([{ id: "x", filter_by: "n:1" }]);
});

test("aliases are sorted by name, also those that lead nowhere", async () => {
  expect(await read("collection_aliases")).toEqual([
    { name: "a", collection_name: "missing" },
    { name: "b", collection_name: "books" },
    { name: "shop", collection_name: "books" },
  ]);
});

test("keys have no value, whatever the server shows", async () => {
  const keys = (await read("keys")) as Record<string, unknown>[];
  expect(keys.slice(0, 2)).toEqual([
    {
      ...{ id: "0", description: "s", actions: ["a", "b"], collections: ["*"], expires_at: null },
      ...{ autodelete: false, value_prefix: "sear" },
    },
    {
      ...{
        id: "1",
        description: null,
        actions: ["*"],
        collections: ["b"],
        expires_at: "2033-05-18T03:33:20Z",
      },
      ...{ autodelete: false, value_prefix: "endi" },
    },
  ]);
  const shown = {
    id: 7,
    actions: ["*"],
    collections: ["*"],
    value: "whole-0123456789",
    value_prefix: "whole-0123456789",
  };
  on.emulator.addFault({
    match: { operation: "listKeys" },
    effect: { kind: "answer", status: 200, json: { keys: [shown] } },
  });
  expect(JSON.stringify(await read("keys"))).not.toContain("whole-");
});

test("an older server without the list is named with its version", async () => {
  const { admin_key } =
    (await on.service.client?.issueApiKeys("old", { signal: new AbortController().signal })) ?? {};
  await expect(
    read("synonym_sets", { ...WHERE, cluster_id: "old", api_key: admin_key }),
  ).rejects.toMatchObject({
    summary: "Synonym sets need server version 30 or later",
    detail: expect.stringMatching(/version 29\.0\. .*or remove this data source\.$/),
  });
});

describe("node_metrics", () => {
  test("has the numbers of every node, and says why one has none", async () => {
    const [first] = on.emulator.state().clusters.flatMap(({ hostnames }) => hostnames?.nodes ?? []);
    on.emulator.addFault({
      match: { path: `/nodes/${first}/metrics.json`, times: 0 },
      effect: { kind: "status", status: 500, message: "no" },
    });
    const [failing, ...others] = (await read("node_metrics")) as Record<string, unknown>[];
    on.emulator.clearFaults();
    expect(failing).toMatchObject({
      metrics: null,
      stats: expect.any(Object),
      latency_ms: {},
      error: "the node answered 500 (no)",
    });
    expect(others).toHaveLength(2);
    for (const node of others) {
      const { metrics, stats, error } = node as { metrics: object; stats: object; error: unknown };
      expect(metrics).toMatchObject({
        system_memory_used_bytes: expect.any(Number),
        system_cpu_active_percentage: 0,
      });
      expect(stats).toMatchObject({ pending_write_batches: 0, search_latency_ms: 0 });
      expect(error).toBeNull();
    }
  });
});

describe("the order", () => {
  const names = (list: unknown) =>
    (list as { name?: string; id?: string }[]).map(({ name, id }) => name ?? id);

  test("is that of the names, also if some are numbers", async () => {
    for (const name of ["9", "1a", "10", "0x"]) on.emulator.putAliasOutside("c-1", name, "b");
    const before = ["a", "b", "shop"];
    expect(names(await read("collection_aliases"))).toEqual(["0x", "10", "1a", "9", ...before]);
  });

  test("of keys is that of their numbers", async () => {
    for (let n = 0; n < 11; n += 1)
      on.emulator.createNodeKeyOutside("c-1", { description: `${n}`, actions: ["*"], collections: ["*"] });
    const ids = names(await read("keys")).map(Number);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });
});
