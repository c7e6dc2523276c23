import fc from "fast-check";
import { type EmulatorServer, startEmulatorServer } from "../../../src/emulator";
import type { AnyResource } from "../../../src/framework";
import { type Fields, isBlock, typeOfFields } from "../../../src/framework/schema";
import { searchcloud } from "../../../src/provider/provider";
import { wholeProvider } from "../../../src/provider/whole";
import type { CtyType } from "../../../src/wire/cty/type";
import type { ValueRecord } from "../../../src/wire/cty/value";
import { fuzzRuns } from "../../support/fuzz";
import { hastyClock } from "../../support/hastyClock";
import { codecOf, type Rpc, rpcOf } from "../../support/rpc";

/**
 * States that somebody has edited, or that were damaged: of every type, each value in it null, empty or garbage, wherever it stands.
 * No resulting error calls itself a fault in the provider.
 */
const CLUSTER = "shop1";
/** The name and id of everything that a sample names. */
const NAME = "x";
const KEY = "data-key-0123456789abcdef";

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

let emulator: EmulatorServer;
let rpc: Rpc;
let url = "";
beforeAll(async () => {
  const collection = {
    name: NAME,
    fields: [{ name: NAME, type: "string" }],
    documents: [{ id: NAME, x: "a" }],
  };
  emulator = await startEmulatorServer({
    seed: {
      clusters: [
        { id: NAME },
        {
          id: CLUSTER,
          parameters: { [NAME]: "1" },
          changes: [{ id: NAME, status: "succeeded" }],
          clones: [{ id: NAME, status: "succeeded" }],
          data: {
            keys: [{ value: KEY, description: "test", actions: ["*"], collections: ["*"] }],
            collections: [collection],
            aliases: { y: NAME },
            named: {
              presets: { [NAME]: { value: { q: "*" } } },
              synonym_sets: { [NAME]: { items: [{ id: NAME, synonyms: ["a", "b"] }] } },
              stopwords: { [NAME]: { stopwords: ["a"] } },
              stemming_dictionaries: { [NAME]: { words: [{ word: "a", root: "b" }] } },
              conversation_models: {
                [NAME]: { model_name: "vllm/a", vllm_url: "a", history_collection: NAME, max_bytes: 1 },
              },
              nl_search_models: { [NAME]: { model_name: "openai/a", api_key: "a", max_bytes: 1 } },
            },
          },
        },
      ],
    },
  });
  const [cluster] = emulator.state().clusters.filter(({ id }) => id === CLUSTER);
  url = emulator.nodeUrl.replace("{hostname}", cluster?.hostnames?.nodes?.[0] ?? "");
  const env = {
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    SEARCHCLOUD_DATA_API_KEY: KEY,
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
  };
  const provider = searchcloud(env, { clock: hastyClock(60_000) });
  rpc = rpcOf(provider);
  const config = codecOf(provider.schema as Fields).encode({});
  expect((await rpc.ask("configureProvider", { config, terraformVersion: "1.11.4" })).diagnostics).toEqual(
    [],
  );
});
afterAll(() => emulator.close());

/** Returns a value of a type, as the service could have answered it. */
function sample(name: string, type: CtyType): Json {
  if (type === "number") return 1;
  if (type === "bool") return false;
  if (type === "dynamic") return null;
  if (type === "string") {
    if (name === "cluster_id") return CLUSTER;
    if (name === "type") return "string";
    return /_at$/.test(name) ? "2026-01-01T00:00:00Z" : NAME;
  }
  if (type[0] === "tuple") return [];
  if (type[0] === "map") return { a: sample(name, type[1]) };
  if (type[0] === "object")
    return Object.fromEntries(Object.entries(type[1]).map(([part, inner]) => [part, sample(part, inner)]));
  return [sample(name, type[1])];
}

type Case = readonly [what: string, value: Json];

/** Returns the damaged forms of a value, at any of its places. */
function damaged(type: CtyType, value: Json, at: string): Case[] {
  const nothing: Case = [`${at} = null`, null];
  if (type === "string") return [nothing, [`${at} = ""`, ""], [`${at} is garbage`, "\u0001 ://%/../c?x#y"]];
  if (type === "number") return [nothing, [`${at} = -1`, -1], [`${at} is huge`, 1.5e300]];
  if (typeof type === "string" || type[0] === "tuple") return [nothing];
  if (type[0] === "object") {
    const whole = (value ?? {}) as { readonly [name: string]: Json };
    const parts = Object.entries(type[1]).flatMap(([name, inner]) =>
      damaged(inner, whole[name] ?? null, `${at}.${name}`).map(
        ([what, one]): Case => [what, { ...whole, [name]: one }],
      ),
    );
    return [nothing, ...parts];
  }
  const isMap = type[0] === "map";
  const member = (isMap ? (value as { readonly a: Json } | null)?.a : (value as Json[] | null)?.[0]) ?? null;
  const members = damaged(type[1], member, `${at}[]`).map(
    ([what, one]): Case => [what, isMap ? { a: one } : [one]],
  );
  return [nothing, [`${at} is empty`, isMap ? {} : []], ...members];
}

const resources: readonly AnyResource[] = wholeProvider().resources;

/** Returns the diagnostics for one state, in the calls of a plan, of a destroy, and of a refresh. */
async function said(resource: AnyResource, state: Json): Promise<string[]> {
  const fields = resource.schema as Fields;
  const typeName = `searchcloud_${resource.name}`;
  const codec = codecOf(fields);
  const json = Buffer.from(JSON.stringify(state));
  const { upgradedState, diagnostics } = await rpc.ask("upgradeResourceState", {
    typeName,
    version: resource.version ?? 0,
    rawState: { json, flatmap: {} },
  });
  const all = [...diagnostics];
  if (upgradedState) {
    const prior = codec.decode(upgradedState) as ValueRecord;
    const config = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        !isBlock(field) && field.mode === "computed" ? null : (prior[name] ?? null),
      ]),
    );
    const nothing = codec.encode(null);
    const plans = [
      { proposedNewState: codec.encode(prior), config: codec.encode(config as ValueRecord) },
      { proposedNewState: nothing, config: nothing },
    ];
    for (const plan of plans)
      all.push(
        ...(await rpc.ask("planResourceChange", { typeName, priorState: upgradedState, ...plan }))
          .diagnostics,
      );
    all.push(...(await rpc.ask("readResource", { typeName, currentState: upgradedState })).diagnostics);
  }
  return all.map(({ summary, detail }) => `${summary}: ${detail}`);
}

describe.each(resources.map((resource) => [resource.name, resource] as const))(
  "a state of %s",
  (name, resource) => {
    const type = typeOfFields(resource.schema as Fields);
    const isOnNodes = "node_urls" in resource.schema;

    test.each(isOnNodes ? ["cluster_id", "node_urls"] : ["cluster_id"])(
      "that names its cluster by %s: no damage is called a fault in the provider",
      async (by) => {
        const whole = sample("", type) as { [name: string]: Json };
        if (isOnNodes)
          Object.assign(
            whole,
            by === "cluster_id" ? { node_urls: null } : { cluster_id: null, node_urls: [url] },
          );
        if (name === "collection_alias") whole.name = "y";
        const cases = damaged(type, whole, name).filter(([, state]) => state !== null);
        const some = fc.constantFrom<Case>(["nothing", whole], ...cases);
        await fc.assert(
          fc.asyncProperty(some, async ([, state]) => {
            expect((await said(resource, state)).filter((one) => /fault in the provider/.test(one))).toEqual(
              [],
            );
          }),
          { numRuns: fuzzRuns(15) },
        );
      },
    );
  },
);

describe("the error", () => {
  const collection = resources.find(({ name }) => name === "collection") as AnyResource;
  const whole = () => sample("", typeOfFields(collection.schema as Fields)) as { [name: string]: Json };

  test.each<[what: string, change: { [name: string]: Json }, says: RegExp]>([
    [
      "no node",
      { cluster_id: null, node_urls: null },
      /of unknown nodes: neither cluster_id nor node_urls names any/,
    ],
    [
      "a list without nodes",
      { cluster_id: null, node_urls: [] },
      /neither cluster_id nor node_urls names any/,
    ],
    ["no URL", { cluster_id: null, node_urls: ["garbage"] }, /the URL in node_urls\[0\] is not a URL/],
    [
      "a URL that would show the key",
      { cluster_id: null, node_urls: ["http://search.example"] },
      /the URL in node_urls\[0\] would not protect the key/,
    ],
    ["a null among the URLs", { node_urls: [null] }, /node_urls\[0\] must not be null/],
    ["a null among the fields", { field: [null] }, /field must not be null/],
    ["a null inside a field", { symbols_to_index: ["+", null] }, /symbols_to_index(\[1\])? must not be null/],
  ])("of %s: the place, and the way out", async (_, change, says) => {
    const words = await said(collection, { ...whole(), ...change });
    const meant = words.filter((one) => says.test(one));
    expect(meant).toContainEqual(expect.stringContaining("terraform state rm ADDRESS"));
  });

  test.each([null, "", "\0", "7", "http://search.example/7"])(
    "of a key with the id %j: the same",
    async (id) => {
      const key = resources.find(({ name }) => name === "key") as AnyResource;
      const state = { ...(sample("", typeOfFields(key.schema as Fields)) as { [name: string]: Json }), id };
      const words = (await said(key, state)).join("\n");
      expect(words).toContain("The id of this searchcloud_key cannot be used");
      expect(words).toContain("terraform state rm ADDRESS");
      expect(words).not.toContain("import id");
    },
  );
});
