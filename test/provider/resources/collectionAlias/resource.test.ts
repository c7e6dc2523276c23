import { GONE } from "../../../../src/framework";
import {
  type AliasValues,
  collectionAlias,
} from "../../../../src/provider/resources/collectionAlias/resource";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount();
});
afterAll(() => on.close());

const values = (given: Partial<AliasValues> = {}): AliasValues => ({
  id: null,
  cluster_id: "c-1",
  node_urls: null,
  api_key: null,
  name: "shop",
  collection_name: "products_1",
  ...given,
});
const call = () => callOf(on.service) as never;

test("is created, updated by one PUT, and deleted", async () => {
  const state = values({ id: "c-1/shop" });
  await expect(collectionAlias.create(call(), values())).resolves.toEqual({
    id: "c-1/shop",
    collection_name: "products_1",
  });
  await expect(collectionAlias.read(call(), state)).resolves.toEqual({ collection_name: "products_1" });
  const planned = { ...state, collection_name: "products_2" };
  await collectionAlias.updates.point?.apply(call(), {
    prior: state,
    planned,
    changed: ["collection_name"],
  } as never);
  await expect(collectionAlias.read(call(), state)).resolves.toEqual({ collection_name: "products_2" });
  await collectionAlias.delete(call(), state);
  await expect(collectionAlias.read(call(), state)).resolves.toBe(GONE);
  expect(on.wrote()).toEqual(["upsertAlias", "upsertAlias", "deleteAlias"]);
  await collectionAlias.delete(call(), state);
});

test("a create of an existing alias fails with the import block", async () => {
  const taken = values({ name: "taken" });
  await collectionAlias.create(call(), taken);
  on.wrote();
  await expect(collectionAlias.create(call(), { ...taken, collection_name: "other" })).rejects.toMatchObject({
    summary: 'Alias "taken" of cluster c-1 already exists',
    detail: expect.stringMatching(/points to collection "products_1"[\s\S]*id = "c-1\/taken"/),
  });
  expect(on.wrote()).toEqual([]);
});

test("a create with the name of a collection fails before anything is sent", async () => {
  on.emulator.createCollectionOutside("c-1", { name: "goods", fields: [{ name: "title", type: "string" }] });
  on.wrote();
  await expect(collectionAlias.create(call(), values({ name: "goods" }) as never)).rejects.toMatchObject({
    summary: 'Alias "goods" cannot have the name of a collection',
    path: ["name"],
  });
  expect(on.wrote()).toEqual([]);
});

test("works with a key that may neither list aliases nor read collections", async () => {
  const actions = ["aliases:get", "aliases:upsert"];
  const key = "only-some-aliases";
  on.emulator.createNodeKeyOutside("c-1", { value: key, description: "", actions, collections: ["*"] });
  const limited = values({ name: "limited", api_key: key });
  await collectionAlias.create(call(), limited);
  await expect(collectionAlias.read(call(), { ...limited, id: "c-1/limited" })).resolves.toEqual({
    collection_name: "products_1",
  });
});

test("the refreshes of the aliases of a cluster share one list", async () => {
  const names = ["a", "b", "c"];
  for (const name of names) await collectionAlias.create(call(), values({ name }));
  on.emulator.clearJournal();
  await Promise.all(names.map((name) => collectionAlias.read(call(), values({ name, id: `c-1/${name}` }))));
  const reads = on.emulator.journal().map(({ operation }) => operation);
  expect(reads.filter((operation) => operation === "listAliases" || operation === "getAlias")).toEqual([
    "listAliases",
  ]);
});
