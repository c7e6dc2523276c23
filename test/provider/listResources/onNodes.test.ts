import { isSensitive } from "../../../src/framework/schema";
import { LIST_RESOURCES } from "../../../src/provider/listResources/all";
import { MARK } from "../../../src/provider/shared/collection/versionMark";
import type { Service } from "../../../src/provider/shared/service";
import type { Emulated } from "../emulated";
import { emulated } from "../emulated";
import { query } from "./kit";

const field = { name: "title", type: "string" };
const marked = (name: string, alias: string) => ({
  name,
  fields: [field],
  metadata: { owner: "shop", [MARK]: { alias, step: "done", run: "r1" } },
});
const key = (description: string) => ({
  description,
  actions: ["documents:search"],
  collections: ["*"],
});

let at: Emulated;
let service: Service;
beforeAll(async () => {
  at = await emulated({
    seed: {
      clusters: [
        {
          id: "shop1",
          data: {
            named: {
              synonym_sets: { clothing: { items: [{ id: "coat", synonyms: ["coat", "jacket"] }] } },
              presets: { listing: { value: { q: "*" } } },
              stopwords: { common: { stopwords: ["a", "the"], locale: "en" } },
              stemming_dictionaries: { english: { words: [{ word: "people", root: "person" }] } },
            },
            collections: [
              { name: "products", fields: [field], metadata: { team: "web" } },
              marked("catalog_1a2b3c4d", "catalog"),
              marked("catalog_5e6f7g8h", "catalog"),
              marked("lost_1a2b3c4d", "lost"),
            ],
            aliases: { catalog: "catalog_5e6f7g8h", shop: "products" },
            keys: [
              key("storefront"),
              {
                ...key("Temporary key of Terraform, opened at 2026-08-01T00:00:00Z (abcdefgh)"),
                expires_at: 2_000_000_000,
              },
            ],
          },
        },
      ],
    },
  });
  service = await at.configured(at.key);
  at.requests();
});
afterAll(() => at.close());
afterEach(() => at.requests());

const on = { cluster_id: "shop1", includesResource: true };

test("collections are listed without the versions of live ones, and warnings say so", async () => {
  const { found, names, warned } = await query(service, "collection", on);
  expect(names).toEqual(["products"]);
  expect(found[0]?.values).toMatchObject({
    cluster_id: "shop1",
    name: "products",
    id: "shop1/products",
    api_key: null,
  });
  expect(found[0]?.whole).toMatchObject({ metadata: '{"team":"web"}', field: [field] });
  expect(warned).toEqual([
    expect.stringMatching(
      /^2 collections of cluster shop1 are not in the list: versions of live collections: .*"catalog"/,
    ),
    expect.stringMatching(
      /^Collection "lost_1a2b3c4d" of cluster shop1 is not in the list: .*version of the live collection "lost"/,
    ),
  ]);
  expect(at.requests().sort()).toEqual(
    ["getCluster", "listAliases", "listCollections"].filter((one) => one !== "getCluster"),
  );
});

test("live collections are listed under their aliases, with what an import reads", async () => {
  const { found, names, warned } = await query(service, "live_collection", on);
  expect([names, warned]).toEqual([["catalog"], []]);
  expect(found[0]?.whole).toMatchObject({
    id: "shop1/catalog",
    name: "catalog",
    metadata: '{"owner":"shop"}',
    collection_name: "catalog_5e6f7g8h",
    step: "ready",
  });
  expect(at.requests().sort()).toEqual(["listAliases", "listCollections"]);
});

test("aliases are listed without those of live collections", async () => {
  const { found, names, warned } = await query(service, "collection_alias", on);
  expect(names).toEqual(["shop"]);
  expect(warned).toEqual([
    expect.stringMatching(
      /^1 alias of cluster shop1 is not in the list: that of a live collection: .*"catalog"/,
    ),
  ]);
  expect(found[0]?.whole).toMatchObject({ id: "shop1/shop", name: "shop", collection_name: "products" });
});

/** Creates a key that may only do this, and returns its value. */
async function keyFor(...actions: string[]): Promise<string> {
  const body = { description: "narrow", actions, collections: ["*"] };
  return (JSON.parse(await at.node("POST", "/keys", body)) as { value: string }).value;
}

test("a key that may not list collections shows all aliases, with a warning; one that may list nothing is an error", async () => {
  const narrow = await at.configured(await keyFor("aliases:list"));
  const { names, warned } = await query(narrow, "collection_alias", on);
  expect(names).toEqual(["catalog", "shop"]);
  expect(warned).toEqual([
    expect.stringMatching(/^Aliases of cluster shop1 may belong to live collections: /),
  ]);
  await expect(query(narrow, "collection", on)).rejects.toThrow();
});

test("keys are listed by their descriptions, without any value; temporary ones are left out", async () => {
  const { found, names, warned } = await query(service, "key", on);
  expect(names).toContain("storefront");
  expect(warned).toEqual([
    expect.stringMatching(/^Key \d+ of cluster shop1 is not in the list: .*temporary key of Terraform.*2033/),
  ]);
  const one = found.find(({ displayName }) => displayName === "storefront");
  expect(one?.whole).toMatchObject({
    id: expect.stringMatching(/^shop1\/\d+$/),
    actions: ["documents:search"],
    collections: ["*"],
  });
  expect(JSON.stringify(found)).not.toContain(at.key);
  expect(found.every(({ whole }) => !(whole as { value?: unknown }).value)).toBe(true);
});

test.each([
  ["synonym_set", "clothing", { item: [expect.objectContaining({ id: "coat" })] }],
  ["preset", "listing", { value: '{"q":"*"}' }],
  ["stopwords_set", "common", { stopwords: ["a", "the"], locale: "en" }],
])("the records of the kind %s", async (type, name, expected) => {
  const { found, names } = await query(service, type, on);
  expect(names).toEqual([name]);
  expect(found[0]?.whole).toMatchObject({ id: `shop1/${name}`, name, cluster_id: "shop1", ...expected });
  expect(at.requests()).toHaveLength(1);
});

test("servers list only the names of stemming dictionaries: the resource reads each", async () => {
  const { found } = await query(service, "stemming_dictionary", on);
  expect(found).toEqual([expect.objectContaining({ displayName: "english", whole: "by the resource" })]);
});

test("no list has a key in its configuration: terraform query -json prints all of it", () => {
  const secrets = LIST_RESOURCES.flatMap(({ name, schema }) =>
    Object.entries(schema).flatMap(([argument, field]) =>
      isSensitive(field) ? [`${name}.${argument}`] : [],
    ),
  );
  expect(secrets).toEqual([]);
});
