import type { NodesClient, NodesTarget } from "../../../../src/dataPlane";
import type { FaultEffectBody } from "../../../../src/emulator";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import { MARK } from "../../../../src/provider/shared/collection/versionMark";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { liveValues } from "./kit";

let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

const PLANNED = liveValues({ metadata: '{"team":"search"}' });
const callWith = (service = on.service) =>
  Object.assign(callOf<LiveCollectionValues, object>(service), { deadline: Date.now() + 3_600_000 });
const create = async (planned = PLANNED, call = callWith()) =>
  (await liveCollection.create(call as never, planned as never)) as unknown as LiveCollectionValues;
const sent = (operation: string) => on.emulator.journal().filter((entry) => entry.operation === operation);
const fault = (operation: string, effect: FaultEffectBody) =>
  on.emulator.addFault({ match: { operation } as never, effect });
/** Fails the look for the alias between the two requests. */
const failBetween = () =>
  on.emulator.addFault({
    match: { operation: "getAlias", nth: 2, times: 0 },
    effect: { kind: "status", status: 401 },
  });
const names = () => on.emulator.state().collections.map(({ name }) => name);
const zeros = (size: number) => new Uint8Array(size);
const fields = [{ name: "title", type: "string" }];

test("sends the version with its mark, then the alias", async () => {
  const call = callWith();
  const state = await create(PLANNED, call);
  expect(sent("createCollection").map(({ body }) => body)).toEqual([
    {
      name: state.collection_name,
      fields: [
        { name: "title", type: "string" },
        { name: "updated_at", type: "int64" },
      ],
      metadata: {
        team: "search",
        [MARK]: expect.objectContaining({ alias: "catalog", step: "done", from: null, retired: {} }),
      },
    },
  ]);
  expect(sent("upsertAlias").map(({ body }) => body)).toEqual([{ collection_name: state.collection_name }]);
  expect(call.privateState).toMatchObject({ id: "c-1/catalog", cluster: "c-1", made: expect.any(String) });
  expect(call.known).toMatchObject({ id: "c-1/catalog", collection_name: state.collection_name });
  expect(state.metadata).toBe(PLANNED.metadata);
});

test.each<[string, FaultEffectBody]>([
  ["reset before the work", { kind: "reset" }],
  ["reset after the work", { kind: "reset", when: "after" }],
  ["truncated JSON", { kind: "damage", as: "truncated" }],
])("each request is done once if its answer is lost: %s", async (_, effect) => {
  fault("createCollection", effect);
  fault("upsertAlias", effect);
  const state = await create();
  expect(names()).toEqual([state.collection_name]);
  expect(on.emulator.state().aliases).toMatchObject([{ collection_name: state.collection_name }]);
});

test("of an alias that exists fails with the import block, before anything is sent", async () => {
  on.emulator.createCollectionOutside("c-1", { name: "goods", fields });
  on.emulator.putAliasOutside("c-1", "catalog", "goods");
  on.wrote();
  const refusal = {
    summary: 'Alias "catalog" of cluster c-1 already exists',
    detail: expect.stringMatching(
      /leads to collection "goods"[\s\S]*searchcloud_live_collection\.NAME\n[\s\S]*id = "c-1\/catalog"/,
    ),
  };
  await expect(create()).rejects.toMatchObject(refusal);
  on.emulator.dropCollectionOutside("c-1", "goods");
  // The alias dangles.
  await expect(create()).rejects.toMatchObject({
    summary: refusal.summary,
    detail: expect.stringMatching(/"goods", which does not exist[\s\S]*DELETE \/aliases\/catalog/),
  });
  expect(on.wrote()).toEqual([]);
});

test("under the name of a collection fails, and says how to adopt it", async () => {
  on.emulator.createCollectionOutside("c-1", { name: "catalog", fields });
  on.wrote();
  await expect(create()).rejects.toMatchObject({
    summary: 'Live collection "catalog" of cluster c-1 cannot have the name of a collection',
    detail: expect.stringMatching(/exists, with 0 documents[\s\S]*live-collections\.md/),
  });
  expect(on.wrote()).toEqual([]);
});

test("goes on with the version of a create that was killed before it made the alias", async () => {
  failBetween();
  const call = callWith();
  await expect(create(PLANNED, call)).rejects.toMatchObject({ kind: "auth" });
  const [left] = names();
  // Nothing is tainted: the state has the version, and the next apply creates the alias.
  expect(call.known).toMatchObject({ id: "c-1/catalog", collection_name: left, step: "detached" });
  on.emulator.clearFaults();
  on.wrote();
  expect(await create()).toMatchObject({ collection_name: left, step: "ready" });
  expect(on.wrote()).toEqual(["upsertAlias"]);
  expect(names()).toEqual([left]);
});

test("replaces the empty version of a killed create if the configuration has changed since", async () => {
  failBetween();
  await expect(create()).rejects.toMatchObject({ kind: "auth" });
  on.emulator.clearFaults();
  on.wrote();
  const state = await create(liveValues({ token_separators: ["-"] }));
  expect(on.wrote()).toEqual(["deleteCollection", "createCollection", "upsertAlias"]);
  expect(names()).toEqual([state.collection_name]);
});

test("an alias that somebody creates meanwhile is left alone, and our empty version is deleted", async () => {
  on.emulator.createCollectionOutside("c-1", { name: "goods", fields });
  on.emulator.addFault({
    match: { operation: "createCollection" },
    effect: { kind: "race", when: "after", do: { put_alias: { name: "catalog", collection_name: "goods" } } },
  });
  const call = callWith();
  await expect(create(PLANNED, call)).rejects.toMatchObject({
    summary: 'Alias "catalog" of cluster c-1 already exists',
  });
  expect(names()).toEqual(["goods"]);
  expect(on.emulator.state().aliases).toMatchObject([{ collection_name: "goods" }]);
  expect(call.known).toEqual({});
});

test("a version that another apply has taken meanwhile is not deleted", async () => {
  const client = await on.service.nodes?.();
  const chosen = { ...client, at: (target: NodesTarget) => ({ ...client?.at(target), randomBytes: zeros }) };
  const service = { ...on.service, nodes: async () => chosen as NodesClient };
  on.emulator.addFault({
    match: { operation: "createCollection" },
    effect: {
      kind: "race",
      when: "after",
      do: { put_alias: { name: "catalog", collection_name: "catalog_aaaaaaaa" } },
    },
  });
  await expect(create(PLANNED, callWith(service))).rejects.toMatchObject({
    summary: 'Alias "catalog" of cluster c-1 already exists',
  });
  expect(names()).toEqual(["catalog_aaaaaaaa"]);
});

test("documents of an earlier live collection are neither used nor deleted", async () => {
  const first = await create();
  on.emulator.addDocumentsOutside("c-1", first.collection_name ?? "", [{ title: "Yew", updated_at: 1 }]);
  on.emulator.deleteAliasOutside("c-1", "catalog");
  on.wrote();
  await expect(create()).rejects.toMatchObject({
    summary: 'Versions of live collection "catalog" of cluster c-1 exist',
    detail: expect.stringContaining(`"${first.collection_name}" with 1 document.`),
  });
  expect(on.wrote()).toEqual([]);
});

test.each<[string, string[], string[]]>([
  [
    "may not list collections",
    ["aliases:*", "collections:get", "collections:create", "collections:delete"],
    ["*"],
  ],
  ["is limited to the alias and its versions", ["aliases:*", "collections:*"], ["catalog", "catalog_.*"]],
])("works with a key that %s", async (_, actions, collections) => {
  const value = "only-some-collections";
  on.emulator.createNodeKeyOutside("c-1", { value, description: "", actions, collections });
  const planned = liveValues({ api_key: value });
  const state = { ...planned, ...(await create(planned)) };
  const values = await liveCollection.read(callWith() as never, state as never);
  expect(values).toMatchObject({ collection_name: state.collection_name, step: "ready" });
  await liveCollection.delete(callWith() as never, state as never);
  expect(names()).toEqual([]);
});

test("with a key that is limited to the alias fails before anything is created", async () => {
  const value = "only-the-alias-0123";
  const actions = ["aliases:*", "collections:*"];
  on.emulator.createNodeKeyOutside("c-1", { value, description: "", actions, collections: ["catalog"] });
  await expect(create(liveValues({ api_key: value }))).rejects.toMatchObject({ kind: "auth" });
  expect(names()).toEqual([]);
  expect(on.emulator.state().aliases).toEqual([]);
});
