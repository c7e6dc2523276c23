import type { NodesClient } from "../../../../src/dataPlane";
import type { FaultEffectBody } from "../../../../src/emulator";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { serviceOf } from "../../../../src/provider/shared/service";
import { error, json, type Reply } from "../../../client/kit/transport";
import { KEY, nodesOver, URLS } from "../../../dataPlane/kit";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionRecord, collectionValues, field } from "./kit";

/** A server may reject an update after it has carried out a part (docs/design/data-plane.md#alteration). */
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

const PRIOR = collectionValues({ field: [field("title"), field("brand", "string", { facet: true })] });
const callWith = () =>
  Object.assign(callOf<CollectionValues>(on.service), { deadline: Date.now() + 3_600_000 });
const there = (more: object = {}) =>
  on.emulator.createCollectionOutside("c-1", {
    name: "products",
    fields: [
      { name: "title", type: "string" },
      { name: "brand", type: "string", facet: true },
    ],
    ...more,
  } as never);
const documents = (...all: object[]) => on.emulator.addDocumentsOutside("c-1", "products", all as never);
const sent = () =>
  on.emulator.journal().flatMap(({ operation, body }) => (operation === "updateCollection" ? [body] : []));
const fault = (operation: string, effect: FaultEffectBody, more: object = {}) =>
  on.emulator.addFault({ match: { operation, ...more } as never, effect });

/** Tries an edit that is rejected; returns the detail of the error and the state. */
async function refused(planned: Partial<CollectionValues>, prior = PRIOR) {
  const call = callWith();
  const edit = { prior, planned: { ...prior, ...planned }, changed: [] };
  const error = await Promise.resolve(collection.updates.alter?.apply(call as never, edit as never)).then(
    () => undefined,
    (thrown: { detail: string }) => thrown,
  );
  return { said: error?.detail ?? "nothing", state: call.known as Partial<CollectionValues> };
}

const now = async () => (await collection.read(callWith() as never, PRIOR)) as CollectionValues;
const namesOf = ({ field: fields }: Partial<CollectionValues>) => fields?.map(({ name }) => name);

test("a read proves that a rejection changed nothing", async () => {
  there();
  documents({ title: "a", brand: "b" });
  const { said } = await refused({ field: [...PRIOR.field, field("needed")] });
  expect(said).toMatch(/needed.*Nothing was changed: the collection was read again/s);
  expect(sent()).toHaveLength(1);
});

test("metadata is applied first and stays: the state and the error have it", async () => {
  there({ metadata: { a: 1 } });
  documents({ title: "a", brand: "b" });
  const prior = { ...PRIOR, metadata: '{"a":1}' };
  const planned = { metadata: '{"b": 2}', field: [...PRIOR.field, field("needed")] };
  const { said, state } = await refused(planned, prior);
  expect(said).toMatch(/carried out a part of it: metadata is {"b":2}\./);
  expect(said).not.toContain("Nothing was changed");
  expect(state).toMatchObject({ metadata: '{"b": 2}', field: PRIOR.field });
});

test("a field that the server adds and then rejects is dropped again, and the others stay", async () => {
  there();
  const good = field("good", "string", { optional: true });
  const { said, state } = await refused({ field: [...PRIOR.field, good, field("bad", "text")] });
  expect(said).toMatch(/fields good, bad added\. *\n.*With bad, .*bad was dropped again/s);
  expect(sent()[1]).toEqual({ fields: [{ name: "bad", drop: true }] });
  expect(namesOf(state)).toEqual(["title", "brand", "good"]);
  // The collection accepts documents and further fields again.
  documents({ title: "a", brand: "b" });
  await expect(
    collection.updates.alter?.apply(
      callWith() as never,
      { prior: { ...PRIOR, ...state }, planned: PRIOR, changed: [] } as never,
    ),
  ).resolves.toMatchObject({ field: PRIOR.field });
});

test("a field that existed before is restored", async () => {
  there();
  documents({ title: "a", brand: "b" });
  const { said, state } = await refused({
    field: [field("title"), field("brand", "string", { facet: true, index: false, optional: true })],
  });
  expect(said).toMatch(/field brand changed.*brand was restored\./s);
  // It is not as planned, and the next plan shows that.
  expect(state.field?.[1]).toMatchObject({ facet: true, index: true, optional: false });
  expect((await now()).field).toEqual(PRIOR.field);
});

test("a field that cannot be fixed is reported with the request that drops it", async () => {
  there();
  fault("updateCollection", { kind: "status", status: 400 }, { nth: 2, times: 0 });
  const { said, state } = await refused({ field: [...PRIOR.field, field("bad", "text")] });
  expect(said).toMatch(
    /could not be fixed: .*PATCH \/collections\/products with the body {"fields":\[{"name":"bad","drop":true}\]}/,
  );
  expect(namesOf(state)).toEqual(["title", "brand", "bad"]);
});

test("without a read afterwards, the error claims nothing", async () => {
  there();
  documents({ title: "a", brand: "b" });
  fault("getCollection", { kind: "status", status: 401 }, { nth: 3, times: 0 });
  const { said } = await refused({ field: [...PRIOR.field, field("needed")] });
  expect(said).toMatch(/could not be read afterwards\. Plan again/);
  expect(said).not.toContain("Nothing was changed");
});

test("a damaged schema is a warning at each refresh, and the next plan fixes it", async () => {
  there();
  const bad = { fields: [{ name: "x", type: "string[]", sort: true, optional: true }] };
  const { nodes, dataApiKey } = on.service as unknown as {
    nodes: () => Promise<NodesClient>;
    dataApiKey: { value: string; origin: string };
  };
  const urls = [
    on.emulator.nodeUrl.replace("{hostname}", on.emulator.state().clusters[0]?.hostnames?.nodes[0] ?? ""),
  ];
  const target = { urls, apiKey: dataApiKey.value, keyOrigin: dataApiKey.origin, named: "cluster c-1" };
  const body = { path: { name: "products" }, body: bad };
  await expect((await nodes()).at(target).call("updateCollection", body, callWith())).rejects.toThrow(
    /sortable/,
  );
  const call = callWith();
  const seen = (await collection.read(call as never, PRIOR)) as CollectionValues;
  expect(call.warnings.map(({ summary }) => summary)).toEqual([
    'The schema of collection "products" of cluster c-1 is damaged',
  ]);
  expect(namesOf(seen)).toEqual(["title", "brand", "x"]);
  await collection.updates.alter?.apply(
    callWith() as never,
    { prior: { ...PRIOR, ...seen }, planned: PRIOR, changed: [] } as never,
  );
  expect((await now()).field).toEqual(PRIOR.field);
});

describe("rejections whose status is misleading", () => {
  /** Requests that a server wrongly accepts, or rejects with a misleading message. */
  let on: NodesAccount;
  beforeEach(async () => {
    on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
  });
  afterEach(() => on.close());

  const PLANNED = collectionValues({ field: [field("title")] });
  const BODY = { name: "products", fields: [{ name: "title", type: "string" }] };
  const callWith = () =>
    Object.assign(callOf<CollectionValues>(on.service), { deadline: Date.now() + 3_600_000 });
  const create = () => collection.create(callWith() as never, PLANNED);
  const alter = (prior: CollectionValues, planned: CollectionValues) =>
    collection.updates.alter?.apply(callWith() as never, { prior, planned, changed: [] } as never);
  const there = (body: object = BODY) => on.emulator.createCollectionOutside("c-1", body as never);
  const sent = (operation: string) => on.emulator.journal().filter((entry) => entry.operation === operation);
  const fault = (operation: string, effect: FaultEffectBody) =>
    on.emulator.addFault({ match: { operation } as never, effect });

  test("a create under the name of an alias without a collection fails too; a key that may not read aliases can create", async () => {
    there({ ...BODY, name: "products_2" });
    on.emulator.putAliasOutside("c-1", "products", "products_2");
    on.emulator.dropCollectionOutside("c-1", "products_2");
    await expect(create()).rejects.toThrow(/name of an alias: .* points to collection "products_2"/);
    expect(sent("createCollection")).toEqual([]);
    on.emulator.deleteAliasOutside("c-1", "products");
    fault("getAlias", { kind: "status", status: 401 });
    expect(await create()).toMatchObject({ id: "c-1/products" });
  });

  test.each(["Synonym", "Curation"])(
    "a write with a missing %s set reports the set, not a missing collection",
    async (kind) => {
      const message = `${kind} set \`nope\` not found.`;
      const effect = { kind: "status", status: 404, message } as const;
      for (const [operation, write] of [
        ["createCollection", () => create()],
        [
          "updateCollection",
          () => alter(PLANNED, { ...PLANNED, field: [...PLANNED.field, field("tags", "string[]")] }),
        ],
      ] as const) {
        if (operation === "updateCollection") there();
        fault(operation, effect);
        await expect(write()).rejects.toMatchObject({
          kind: "refused",
          summary: expect.stringContaining(message),
          detail: expect.stringMatching(/only use sets that exist.*create the set first/),
        });
        expect(sent(operation)).toHaveLength(1);
      }
    },
  );
});

describe("a destroy while only the first node answers", () => {
  const STATE = collectionValues({
    id: `${URLS[0]}/products`,
    cluster_id: null,
    node_urls: [...URLS],
    api_key: KEY,
  });

  /** Destroys a collection while only the first node answers. */
  async function destroyed(first: Reply) {
    const { client, lines } = nodesOver(({ url, method }): Reply => {
      if (method === "DELETE") return json(200, collectionRecord());
      return url.startsWith(URLS[0]) ? first : error(503, "Bad Gateway");
    });
    const service = serviceOf({ nodes: async () => client });
    const call = Object.assign(callOf(service, { nodes: [...URLS] }), { deadline: Date.now() + 3_600_000 });
    const failed = await Promise.resolve(collection.delete(call as never, STATE)).catch(
      (one: unknown) => one,
    );
    return { failed, deletes: lines().filter((line) => line.includes("DELETE")) };
  }

  test("a collection that the only reachable node lacks stays in the state: the node may lag behind", async () => {
    const { failed, deletes } = await destroyed(json(404, { message: "Not Found" }));
    expect(failed).toMatchObject({ detail: expect.stringMatching(/503.*may lag behind.*Nothing was sent/s) });
    expect(deletes).toEqual([]);
  });

  test("a collection that the only reachable node shows as empty is not deleted", async () => {
    const { failed, deletes } = await destroyed(json(200, collectionRecord({ num_documents: 0 })));
    expect(failed).toMatchObject({ summary: expect.stringMatching(/could not be counted/) });
    expect(deletes).toEqual([]);
  });
});
