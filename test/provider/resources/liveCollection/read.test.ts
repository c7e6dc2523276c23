import { GONE } from "../../../../src/framework";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { liveValues, versionMark, versionValues } from "./kit";

const VERSION = { search_server_version: "30.2" };
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", high_availability: "yes", ...VERSION }] });
});
afterEach(() => on.close());

const callWith = (stored?: object) =>
  Object.assign(callOf<LiveCollectionValues, object>(on.service, stored), {
    deadline: Date.now() + 3_600_000,
  });
const read = (state: LiveCollectionValues, call = callWith()) =>
  liveCollection.read(call as never, state as never) as unknown as Promise<Partial<LiveCollectionValues>>;
const fields = [
  { name: "title", type: "string" },
  { name: "updated_at", type: "int64" },
];
const put = (name: string, mark: Parameters<typeof versionMark>[0] | null = {}, more: object = {}) =>
  on.emulator.createCollectionOutside("c-1", {
    name,
    fields,
    ...(mark && { metadata: { searchcloud_live_collection: versionMark(mark) } }),
    ...more,
  });
const point = (target: string) => on.emulator.putAliasOutside("c-1", "catalog", target);
const operations = () => on.emulator.journal().map(({ operation }) => operation);
const nodes = () => on.emulator.state().clusters[0]?.hostnames?.nodes ?? [];

async function created(more: Partial<LiveCollectionValues> = {}): Promise<LiveCollectionValues> {
  const planned = liveValues(more);
  const values = (await liveCollection.create(callWith() as never, planned as never)) as object;
  on.emulator.clearJournal();
  return { ...planned, ...values } as LiveCollectionValues;
}
const liveOf = ({ collection_name: name }: LiveCollectionValues) => name ?? "";

describe("a refresh", () => {
  test("of several reads two lists for all", async () => {
    const states = [await created(), await created({ name: "other" }), await created({ name: "third" })];
    for (const values of await Promise.all(states.map((state) => read(state))))
      expect(values).toMatchObject({ step: "ready" });
    expect(
      operations()
        .filter((one) => one !== "retrieveCluster")
        .sort(),
    ).toEqual(["listAliases", "listCollections"]);
  });

  test("finds the versions of a killed update by their marks", async () => {
    const state = await created();
    put("catalog_b0000000", { step: "copy", from: liveOf(state) });
    put("other_b", { alias: "other", step: "copy" });
    // Somebody's copy of a version, with its metadata.
    put("catalog_backup", { step: "copy", from: liveOf(state) });
    put("catalog_b000000-", { step: "copy", from: liveOf(state) });
    put("catalog_c", null);
    const values = await read(state);
    expect(values.step).toBe("copying");
    expect(values.versions?.map(({ name }) => name).sort()).toEqual(
      [liveOf(state), "catalog_b0000000"].sort(),
    );
  });

  test("finds the new version of an update that was killed before it saved the state", async () => {
    const state = await created();
    put("catalog_b0000000", { step: "settle", from: liveOf(state) }, { token_separators: ["-"] });
    point("catalog_b0000000");
    expect(await read(state)).toMatchObject({
      collection_name: "catalog_b0000000",
      token_separators: ["-"],
      step: "settling",
      versions: [
        { name: "catalog_b0000000", live: true },
        { name: liveOf(state), live: false },
      ],
    });
  });

  test.each<[string, () => void]>([
    [
      "moved to somebody else's collection",
      () => {
        put("theirs", null);
        point("theirs");
      },
    ],
    ["moved to a name without a collection", () => point("nothing")],
    ["deleted", () => on.emulator.deleteAliasOutside("c-1", "catalog")],
  ])("of an alias that was %s keeps the live version, and is detached", async (_, act) => {
    const state = await created();
    act();
    const values = await read(state);
    expect(values).toMatchObject({
      collection_name: state.collection_name,
      field: state.field,
      step: "detached",
    });
    expect(values.versions?.map(({ name }) => name)).toEqual([liveOf(state)]);
  });

  test("of a live version that was dropped keeps the schema of the state", async () => {
    const state = await created();
    on.emulator.dropCollectionOutside("c-1", liveOf(state));
    const { field, ...values } = await read(state);
    expect([field, values]).toEqual([
      undefined,
      { collection_name: state.collection_name, versions: [], step: "detached" },
    ]);
  });

  test("without alias and versions is gone", async () => {
    const state = await created();
    on.emulator.dropCollectionOutside("c-1", liveOf(state));
    on.emulator.deleteAliasOutside("c-1", "catalog");
    const call = callWith();
    expect(await read(state, call)).toBe(GONE);
    expect(call.warned.join()).toMatch(/Live collection "catalog" of cluster c-1 is gone/);
  });

  test("shows an edit of the live version outside of Terraform, but not the mark", async () => {
    const state = await created({ metadata: '{"team":"search"}' });
    const mark = (on.emulator.state().collections[0] as { metadata?: object }).metadata;
    on.emulator.patchCollectionOutside("c-1", liveOf(state), {
      fields: [{ name: "rank", type: "int32", optional: true }],
      metadata: { ...mark, team: "sales" },
    });
    const values = await read(state);
    expect(values.metadata).toBe('{"team":"sales"}');
    expect(values.field?.map(({ name }) => name)).toEqual(["title", "updated_at", "rank"]);
  });

  test("warns of a collection that hides the alias", async () => {
    const state = await created();
    put("catalog", null);
    const call = callWith();
    expect(await read(state, call)).toMatchObject({ step: "detached" });
    expect(call.warned.join()).toMatch(/A collection hides .* with the name of the alias, "catalog"/);
  });

  test("of an alias that one node still shows as before an update is no drift", async () => {
    const before = await created();
    put("catalog_b0000000", { step: "done", from: liveOf(before), retired: { [liveOf(before)]: 100 } });
    on.emulator.lagNode(nodes()[0] ?? "", {});
    point("catalog_b0000000");
    const state = { ...before, collection_name: "catalog_b0000000" };
    expect(await read(state)).toMatchObject({ collection_name: "catalog_b0000000", step: "ready" });
  });
});

test("on a server that keeps no metadata, the state alone knows the versions", async () => {
  const state = await created();
  on.emulator.patchCollectionOutside("c-1", liveOf(state), { metadata: {} });
  put("catalog_b0000000", null);
  const versions = [...(state.versions ?? []), versionValues("catalog_b0000000")];
  const values = await read({ ...state, versions });
  expect(values).toMatchObject({ collection_name: state.collection_name, step: "ready" });
  expect(values.versions?.map(({ name }) => name).sort()).toEqual([liveOf(state), "catalog_b0000000"].sort());
});

test("a mark that one node still shows as before the end of an update is no drift", async () => {
  const state = await created();
  const mark = versionMark({ step: "settle", from: "catalog_old00000", run: "r2" });
  on.emulator.patchCollectionOutside("c-1", liveOf(state), {
    metadata: { searchcloud_live_collection: mark },
  });
  on.emulator.lagNode(nodes()[0] ?? "", {});
  const done = { ...mark, step: "done" };
  on.emulator.patchCollectionOutside("c-1", liveOf(state), {
    metadata: { searchcloud_live_collection: done },
  });
  expect(await read(state)).toMatchObject({ step: "ready" });
});

describe("an import", () => {
  const imported = async (id: string) => {
    const call = callWith();
    const first = (await liveCollection.import?.(call as never, id)) as object;
    const state = { ...liveValues(), field: [], updated_at_field: null, ...first } as LiveCollectionValues;
    on.wrote();
    const values = await read(state, call).catch((error: unknown) => {
      expect(on.wrote()).toEqual([]);
      throw error;
    });
    expect(on.wrote()).toEqual([]);
    return { ...state, ...values, privateState: call.privateState };
  };

  test("finds all versions of the alias by their marks", async () => {
    const state = await created({ metadata: '{"team":"search"}' });
    put("catalog_b0000000", { retired: {} });
    const values = await imported("c-1/catalog");
    expect(values).toMatchObject({
      id: "c-1/catalog",
      name: "catalog",
      cluster_id: "c-1",
      collection_name: state.collection_name,
      field: state.field,
      metadata: state.metadata,
      step: "ready",
    });
    expect(values.versions?.map(({ name, live }) => [name, live])).toEqual([
      [state.collection_name, true],
      ["catalog_b0000000", false],
    ]);
    expect(values.privateState).toMatchObject({ id: "c-1/catalog", cluster: "c-1" });
    expect(values.privateState).not.toHaveProperty("importing");
    // The next refresh finds the same.
    expect(await read(values)).toMatchObject({ step: "ready", collection_name: state.collection_name });
  });

  test("takes the collection behind an alias that was made by hand as the live version, by node URL too", async () => {
    put("catalog_2026", null);
    point("catalog_2026");
    const url = on.emulator.nodeUrl.replace("{hostname}", nodes()[0] ?? "");
    const values = await imported(`${url}/catalog`);
    expect(values).toMatchObject({
      node_urls: [url],
      collection_name: "catalog_2026",
      versions: [{ name: "catalog_2026", live: true }],
      metadata: null,
      step: "ready",
    });
    expect(await read(values)).toMatchObject({ step: "ready", versions: [{ name: "catalog_2026" }] });
  });

  test.each<[string, () => void, RegExp]>([
    [
      "a collection",
      () => put("catalog", null),
      /Cannot import "catalog" as a live collection: it is a collection/,
    ],
    ["nothing", () => undefined, /Cannot import live collection "catalog" of cluster c-1/],
    ["an alias without a collection", () => point("nothing"), /its collection is missing/],
    [
      "an alias of a version of another live collection",
      () => {
        put("other_a", { alias: "other" });
        point("other_a");
      },
      /its collection belongs to another alias/,
    ],
  ])("of %s fails", async (_, act, message) => {
    act();
    await expect(imported("c-1/catalog")).rejects.toMatchObject({ summary: expect.stringMatching(message) });
  });
});
