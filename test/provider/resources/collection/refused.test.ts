import type { NodesClient } from "../../../../src/dataPlane";
import type { FaultEffectBody } from "../../../../src/emulator";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues, field } from "./kit";

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
