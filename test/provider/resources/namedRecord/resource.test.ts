import { GONE } from "../../../../src/framework";
import { RECORD_DEFINITIONS } from "../../../../src/provider/resources/namedRecord/definitions";
import { namedRecord } from "../../../../src/provider/resources/namedRecord/resource";

import { recordPlanned } from "../../../../src/provider/shared/thisRun";

import { HISTORY } from "../../../support/history";
import { callOf, planOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({
    clusters: [
      { id: "c-1", search_server_version: "30.2" },
      { id: "old", search_server_version: "29.0" },
    ],
  });
  on.emulator.createCollectionOutside("c-1", { name: "products", fields: [{ name: "t", type: "string" }] });
  on.emulator.createCollectionOutside("c-1", HISTORY);
});
afterAll(() => on.close());

type Values = Record<string, unknown>;
const values = (own: object): Values => ({
  id: null,
  cluster_id: "c-1",
  node_urls: null,
  api_key: null,
  name: "it",
  ...own,
});
const item = (id: string) => ({ id, synonyms: ["a", "b"], root: null, locale: null, symbols_to_index: null });
const PARAMS = { counter_field: "popularity", weight: 1 };
const RULE = { type: "counter", collection: "products", event_type: "click", params: PARAMS };

/** A record of each type, and an edit of it. */
const TYPES: readonly (readonly [type: string, first: object, edited: object])[] = [
  ["synonym_set", { item: [item("x")] }, { item: [item("x"), item("y")] }],
  [
    "curation_set",
    {
      items: JSON.stringify([
        { id: "b", rule: { tags: ["y", "x"] }, excludes: [{ id: "1" }] },
        { id: "a", rule: { filter_by: "n:1" }, metadata: { of: "a" } },
      ]),
    },
    { items: JSON.stringify([{ id: "a", rule: { query: "q", match: "exact" }, filter_by: "n:1" }]) },
  ],
  ["preset", { value: '{"per_page": 20}' }, { value: '{"per_page": 30}' }],
  ["stopwords_set", { stopwords: ["The Word"], locale: null }, { stopwords: ["a"], locale: "en" }],
  [
    "analytics_rule",
    { definition: JSON.stringify(RULE) },
    { definition: JSON.stringify({ ...RULE, params: { ...PARAMS, weight: 2 } }) },
  ],
  ["stemming_dictionary", { words: { people: "person" } }, { words: { people: "person", mice: "mouse" } }],
  [
    "conversation_model",
    {
      model_name: "vllm/m",
      vllm_url: "http://127.0.0.1:9",
      history_collection: "history",
      max_bytes: 100,
      system_prompt: "Be brief.",
      ttl: 60,
      extra: '{"note": 1}',
    },
    {
      model_name: "vllm/other",
      vllm_url: "http://127.0.0.1:10",
      history_collection: "history",
      max_bytes: 200,
      system_prompt: "",
      ttl: 86_400,
      extra: '{"note":2}',
    },
  ],
  [
    "nl_search_model",
    { model_name: "vllm/m", api_url: "http://127.0.0.1:9", max_bytes: 100, temperature: 0.5 },
    { model_name: "vllm/m", api_url: "http://127.0.0.1:9", max_bytes: 200, temperature: 0 },
  ],
];
const definitionOf = (type: string) => {
  const found = RECORD_DEFINITIONS.find((one) => one.type === type);
  if (!found) throw new Error(type);
  return found;
};
const resourceOf = (type: string) => namedRecord(definitionOf(type));
const call = () => callOf(on.service) as never;

test("every definition is in the table", () => {
  expect(TYPES.map(([type]) => type)).toEqual(RECORD_DEFINITIONS.map(({ type }) => type));
});

describe.each(TYPES)("a %s", (type, first, edited) => {
  const resource = resourceOf(type);
  const { kind } = definitionOf(type);

  test("is created, edited by one PUT, imported, and deleted", async () => {
    on.wrote();
    const state = { ...values(first), id: "c-1/it" };
    await expect(resource.create(call(), values(first) as never)).resolves.toMatchObject({ id: "c-1/it" });
    const seen = (await resource.read(call(), state as never)) as Values;
    const { planned, replace } = await planOf<Values>(resource, {
      prior: { ...state, ...seen, ...(type === "stopwords_set" && first) },
      config: state,
      service: on.service,
    });
    expect([replace, planned]).toEqual([[], { ...state, ...planned }]);
    const next = { ...state, ...edited };
    await resource.updates.write?.apply(call(), { prior: state, planned: next, changed: [] } as never);
    expect(await resource.read(call(), next as never)).toMatchObject(edited);

    const importing = callOf(on.service);
    const found = (await resource.import?.(importing as never, "c-1/it")) as Values;
    const nothing = Object.fromEntries(Object.keys(first).map((name) => [name, null]));
    const imported = { ...values(nothing), ...found };
    const read = (await resource.read(importing as never, imported as never)) as Values;
    const again = await planOf<Values>(resource, {
      prior: { ...imported, ...read },
      config: next,
      service: on.service,
      privateState: importing.privateState,
    });
    const nulls = Object.fromEntries(Object.keys(resource.schema).map((name) => [name, null]));
    expect(again.planned).toEqual({ ...nulls, ...imported, ...read });

    await resource.delete(call(), next as never);
    await expect(resource.read(call(), next as never)).resolves.toBe(GONE);
    const imports = type === "stemming_dictionary";
    const created = type.endsWith("_model") ? `create${kind}` : `upsert${kind}`;
    const writes = imports ? [`import${kind}`, `import${kind}`] : [created, `upsert${kind}`];
    expect(on.wrote()).toEqual([...writes, `delete${kind}`]);
    await resource.delete(call(), next as never);
  });

  test("fails for a name that exists, before anything is written", async () => {
    await resource.create(call(), values(first) as never);
    on.wrote();
    await expect(resource.create(call(), values(edited) as never)).rejects.toMatchObject({
      summary: expect.stringMatching(/ "it" of cluster c-1 already exists$/),
      detail: expect.stringContaining(`to = searchcloud_${type}.NAME\n    id = "c-1/it"`),
    });
    expect(on.wrote()).toEqual([]);
  });
});

test("the plan reports the version of an older server, unless it upgrades the cluster first", async () => {
  const { client } = on.service;
  const { admin_key } = (await client?.issueApiKeys("old", { signal: new AbortController().signal })) ?? {};
  const resource = resourceOf("curation_set");
  const config = values({ items: "[]", cluster_id: "old", api_key: admin_key });
  const plan = () => planOf<Values>(resource, { config, service: on.service });
  const refusal = (more: string) => ({
    summary: "Curation sets need server version 30 or later",
    detail: expect.stringMatching(new RegExp(`version 29\\.0\\. .*${more}`)),
  });
  await expect(plan()).rejects.toMatchObject(refusal("depends_on"));

  // This very plan upgrades the cluster first.
  on.emulator.clearJournal();
  const upgrade = { clusterId: "old", hostnames: [], version: "30", waits: true };
  recordPlanned(on.service, "it", upgrade);
  await expect(plan()).resolves.toBeDefined();
  expect(on.emulator.journal()).toEqual([]);
  recordPlanned(on.service, "it", { ...upgrade, waits: false });
  await expect(plan()).rejects.toMatchObject(refusal("does not wait until that is done"));
  recordPlanned(on.service, "it", { ...upgrade, version: "29.1" });
  await expect(plan()).rejects.toMatchObject(refusal("depends_on"));
  recordPlanned(on.service, "it", { ...upgrade, clusterId: "c-1" });
  await expect(plan()).rejects.toMatchObject(refusal("depends_on"));
  recordPlanned(on.service, "it", null);
});

const QUERIES = {
  type: "popular_queries",
  collection: "products",
  event_type: "search",
  params: { destination_collection: "products", limit: 5 },
};
const rule = (definition: object) => values({ definition: JSON.stringify(definition) });

test("an edit of the type of a rule replaces it, and the plan warns of the lost events", async () => {
  const prior = { ...rule(QUERIES), id: "c-1/it" };
  const { replace, summaries, warnings } = await planOf<Values>(resourceOf("analytics_rule"), {
    prior,
    config: { ...rule({ ...QUERIES, type: "nohits_queries" }), id: "c-1/it" },
    service: on.service,
  });
  expect(replace).toEqual(["definition"]);
  expect(summaries).toEqual(['Analytics rule "it" of cluster c-1 ends']);
  expect(warnings[0]?.detail).toMatch(
    /^Events that it has counted .* are lost, even if another rule replaces it/,
  );
});

test("the plan rejects a rule that a server would reject; one that is stored plans empty", async () => {
  const old = rule({ ...QUERIES, params: { destination_collection: "products" } });
  const resource = resourceOf("analytics_rule");
  await expect(planOf<Values>(resource, { config: old, service: on.service })).rejects.toMatchObject({
    summary: "The server would reject this analytics rule",
    detail: expect.stringContaining("params.limit is missing"),
    path: ["definition"],
  });
  const prior = { ...old, id: "c-1/it" };
  const { planned, summaries } = await planOf<Values>(resource, {
    prior,
    config: prior,
    service: on.service,
  });
  expect([planned, summaries]).toEqual([prior, []]);
});

test("an edit of a rule removes former parts from the server", async () => {
  const resource = resourceOf("analytics_rule");
  const more = { expand_query: true, meta_fields: ["filter_by"] };
  const first = {
    ...rule({ ...QUERIES, rule_tag: "x", params: { ...QUERIES.params, ...more } }),
    name: "merged",
  };
  await resource.create(call(), first as never);
  const state = { ...first, id: "c-1/merged" };
  const next = { ...rule(QUERIES), name: "merged", id: "c-1/merged" };
  await resource.updates.write?.apply(call(), { prior: state, planned: next, changed: [] } as never);
  const nothing = { ...next, definition: null };
  const seen = (await resource.read(call(), nothing as never)) as Values;
  const { params, ...own } = JSON.parse(String(seen.definition));
  expect(own).toEqual({
    type: QUERIES.type,
    collection: QUERIES.collection,
    event_type: QUERIES.event_type,
    rule_tag: "",
  });
  expect(params).toMatchObject({ ...QUERIES.params, capture_search_requests: true, expand_query: false });
  expect(params.meta_fields ?? []).toEqual([]);
  await resource.delete(call(), next as never);
});

test("the plan warns of stopwords that may lose letters", async () => {
  const config = values({ stopwords: ["Über"], locale: null });
  const plan = (own: object) =>
    planOf<Values>(resourceOf("stopwords_set"), { config: { ...config, ...own }, service: on.service });
  expect((await plan({})).summaries).toEqual([
    'Stopwords set "it": servers may drop letters of "Über" ("ber")',
  ]);
  expect((await plan({ locale: "de" })).summaries).toEqual([]);
});
