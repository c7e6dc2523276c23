import type { FaultEffectBody } from "../../../../src/emulator";
import { GONE } from "../../../../src/framework";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type {
  LiveCollectionValues,
  LivePrivateState,
} from "../../../../src/provider/resources/liveCollection/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { liveState, liveValues, versionMark } from "./kit";

let on: NodesAccount;
let state: LiveCollectionValues;
let live: string;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
  const planned = liveValues();
  const values = (await liveCollection.create(callWith() as never, planned as never)) as object;
  state = { ...planned, ...values } as LiveCollectionValues;
  live = state.collection_name ?? "";
  on.emulator.createCollectionOutside("c-1", {
    name: "catalog_old00000",
    fields: [{ name: "title", type: "string" }],
    metadata: { searchcloud_live_collection: versionMark() },
  });
  on.wrote();
});
afterEach(() => on.close());

const callWith = (stored?: LivePrivateState) =>
  Object.assign(callOf<LiveCollectionValues, LivePrivateState>(on.service, stored), {
    deadline: Date.now() + 3_600_000,
  });
const remove = (call = callWith()) => liveCollection.delete(call as never, state as never);
const add = (collection: string, count: number) =>
  on.emulator.addDocumentsOutside(
    "c-1",
    collection,
    Array.from({ length: count }, (_, at) => ({ title: `${at}`, updated_at: at })),
  );
const named = (...versions: [string, number | null][]) =>
  callWith({ named: versions.map(([name, documents]) => ({ name, documents })) });
const names = () => on.emulator.state().collections.map(({ name }) => name);

test("deletes the alias, then each version by its name", async () => {
  await remove();
  const paths = on.emulator
    .journal()
    .filter(({ method }) => method === "DELETE")
    .map(({ path }) => path.replace(/^.*?\/(aliases|collections)/, "$1"));
  expect(paths[0]).toBe("aliases/catalog");
  expect(paths.slice(1).sort()).toEqual(["collections/catalog_old00000", `collections/${live}`].sort());
  expect(names()).toEqual([]);
  await remove();
});

test.each<[string, () => [string, number | null][], () => void, RegExp | null]>([
  [
    "what the plan has shown",
    () => [
      [live, 3],
      ["catalog_old00000", 2],
    ],
    () => {
      add(live, 3);
      add("catalog_old00000", 2);
    },
    null,
  ],
  ["the live one has got more since", () => [[live, 3]], () => add(live, 5), null],
  [
    "the live one was empty at plan",
    () => [[live, 0]],
    () => add(live, 1),
    /holds 1 document: .*it held 0 documents at plan/,
  ],
  [
    "a retained one was filled since",
    () => [["catalog_old00000", 1]],
    () => add("catalog_old00000", 2),
    /"catalog_old00000" .*holds 2 documents/,
  ],
  ["no plan has shown it", () => [], () => add(live, 1), /did not appear in a plan/],
  [
    "the plan could not count",
    () => [[live, null]],
    () => add(live, 1),
    /the plan could not count its documents/,
  ],
])("documents: %s", async (_, shown, fill, message) => {
  fill();
  on.wrote();
  const call = named(...shown());
  if (message === null) await remove(call);
  else {
    const error = await remove(call).then(
      () => "",
      ({ summary, detail }) => `${summary}: ${detail}`,
    );
    expect(error).toMatch(message);
    expect(on.wrote()).toEqual([]);
  }
  expect(names()).toHaveLength(message === null ? 0 : 2);
});

test("with deletion_protection is refused", async () => {
  state = { ...state, deletion_protection: true };
  await expect(remove()).rejects.toMatchObject({
    summary: 'Live collection "catalog" of cluster c-1 is protected against deletion',
  });
  expect(on.wrote()).toEqual([]);
});

test("is refused while the alias leads to a collection of somebody else", async () => {
  on.emulator.createCollectionOutside("c-1", { name: "theirs", fields: [{ name: "title", type: "string" }] });
  on.emulator.putAliasOutside("c-1", "catalog", "theirs");
  on.wrote();
  await expect(remove()).rejects.toMatchObject({
    detail: expect.stringContaining(
      'It leads to collection "theirs", which searches by "catalog" use now. Nothing was deleted.',
    ),
  });
  expect(on.wrote()).toEqual([]);
});

test("of a collection with the name of the alias deletes only the alias", async () => {
  on.emulator.createCollectionOutside("c-1", {
    name: "catalog",
    fields: [{ name: "title", type: "string" }],
  });
  await remove();
  expect(names()).toEqual(["catalog"]);
});

test.each([1, 2, 3])("that ends at request %s goes on with the next one", async (nth) => {
  const effect: FaultEffectBody = { kind: "status", status: 403, message: "No." };
  on.emulator.addFault({ match: { method: "DELETE", nth, times: 0 }, effect });
  await expect(remove()).rejects.toThrow();
  on.emulator.clearFaults();
  const values = await liveCollection.read(callWith() as never, state as never);
  expect(values).not.toBe(GONE);
  state = { ...state, ...(values as object) } as LiveCollectionValues;
  await remove();
  expect(names()).toEqual([]);
  expect(on.emulator.state().aliases).toEqual([]);
});

test.each<FaultEffectBody>([{ kind: "reset" }, { kind: "reset", when: "after" }])(
  "is done once if an answer is lost: %o",
  async (effect) => {
    for (const operation of ["deleteAlias", "deleteCollection"] as const)
      on.emulator.addFault({ match: { operation }, effect });
    await remove();
    expect(names()).toEqual([]);
  },
);

test("is refused while a minority of the nodes answers, which may lack a version", async () => {
  const three = await nodesAccount({
    clusters: [{ id: "c-1", high_availability: "yes", search_server_version: "30.2" }],
  });
  try {
    const [first = "", ...others] = three.emulator.state().clusters[0]?.hostnames?.nodes ?? [];
    three.emulator.putAliasOutside("c-1", "catalog", "catalog_a");
    three.emulator.lagNode(first, {});
    const fields = [{ name: "title", type: "string" }];
    three.emulator.createCollectionOutside("c-1", { name: "catalog_a", fields });
    for (const node of others) three.emulator.takeNodeDown(node);
    three.wrote();
    const call = Object.assign(callOf<LiveCollectionValues, LivePrivateState>(three.service), {
      deadline: Date.now() + 3_600_000,
    });
    await expect(liveCollection.delete(call as never, liveState() as never)).rejects.toMatchObject({
      detail: expect.stringContaining("they may lag behind"),
    });
    expect(three.wrote()).toEqual([]);
    expect(three.emulator.state()).toMatchObject({ collections: [{}], aliases: [{}] });
  } finally {
    await three.close();
  }
});
