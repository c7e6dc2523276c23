import {
  collectIds,
  createContents,
  FormerVersionBusyError,
  hashOfContent,
  hashOfId,
  type Settled,
  type SettleInput,
  settle,
  shortHash,
} from "../../../src/dataPlane";
import { OVERLAP_MS } from "../../../src/dataPlane/versions/sync";
import { type SettleWorld, settleWorld, type Written } from "./settleKit";

/** Seconds of the last comparison, of a time long before it, and of writes after it. */
const COMPARED = 1_700_000_000;
const LONG_AGO = COMPARED - 1_000;
const LATER = COMPARED + 1;

const shared = settleWorld();

beforeEach(() => {
  shared.setHook(() => {});
  shared.lines.length = 0;
});

/** Two versions, of which the new one is up to date with what is written before `move`. */
async function versions(
  documents: readonly Written[],
  world: SettleWorld = shared,
  fields?: readonly object[],
) {
  const pair = world.createPair(fields);
  for (const name of [pair.from, pair.to]) world.seed(name, documents);
  const [ids, recent] = [collectIds(), createContents()];
  for (const one of documents) {
    ids.add(hashOfId(one.id));
    if ((one.at ?? 0) * 1_000 >= COMPARED * 1_000 - OVERLAP_MS)
      recent.set(shortHash(hashOfId(one.id)), shortHash(hashOfContent(one)));
  }
  const compared = COMPARED * 1_000;
  const input: SettleInput = { since: compared, compared, before: ids.sorted(), recent };
  return {
    ...world,
    pair,
    input,
    wrote: () => world.lines.filter((line) => !line.startsWith("GET ")),
    settled: (given: Partial<SettleInput> = {}, context = {}): Promise<Settled> =>
      settle(world.context(pair, context), { ...input, ...given }),
    now: () => world.documents(pair.to),
  };
}

test("what was written last is created, changed and deleted, and nothing else is written", async () => {
  const old = (id: string): Written => ({ id, at: LONG_AGO, title: "old" });
  const [a, b, c, d] = [old("a"), old("b"), old("c"), old("d")];
  const on = await versions([a, b, c, { ...d, tags: ["t"], deep: { x: 1, y: 2 } }]);
  await on.put(on.pair.from, { id: "new", at: LATER, title: "new" });
  await on.put(on.pair.from, { id: "d", at: LATER, title: "edited", deep: { x: 1 } });
  await on.remove(on.pair.from, "a");
  await on.put(on.pair.to, { ...b, at: LATER + 1, title: "live" });
  await on.remove(on.pair.to, "c");
  await on.put(on.pair.to, { id: "live", at: LATER + 1 });
  expect(await on.settled()).toEqual({ created: 1, updated: 1, deleted: 1, left: [], passes: 2 });
  expect(await on.now()).toEqual([
    { ...b, at: LATER + 1, title: "live" },
    { id: "d", at: LATER, title: "edited", deep: { x: 1 } },
    { id: "live", at: LATER + 1 },
    { id: "new", at: LATER, title: "new" },
  ]);
  expect(on.wrote()).toEqual([
    `POST /collections/${on.pair.to}/documents/import`,
    `PATCH /collections/${on.pair.to}/documents`,
    `DELETE /collections/${on.pair.to}/documents`,
  ]);
});

test("a second settle, which knows nothing, changes nothing", async () => {
  const on = await versions([{ id: "a", at: LONG_AGO }]);
  await on.put(on.pair.from, { id: "b", at: LATER });
  await on.settled();
  expect(await on.settled({ before: null })).toMatchObject({ created: 0, updated: 0, deleted: 0, left: [] });
});

test("an edit at the moment of the write is not overwritten", async () => {
  const on = await versions([{ id: "a", at: LONG_AGO, title: "old" }]);
  await on.put(on.pair.from, { id: "a", at: LATER, title: "last" });
  on.setHook(async (line) => {
    if (line.startsWith("PATCH ")) await on.put(on.pair.to, { id: "a", at: LATER + 1, title: "live" });
  });
  expect(await on.settled()).toMatchObject({ updated: 0 });
  expect(await on.now()).toEqual([{ id: "a", at: LATER + 1, title: "live" }]);
});

test("writes that reach the old version late are carried over as long as they come", async () => {
  const on = await versions([]);
  let exports = 0;
  on.setHook(async (line) => {
    if (line !== `GET /collections/${on.pair.from}/documents/export` || exports > 12) return;
    exports += 1;
    await on.put(on.pair.from, { id: `late ${exports}`, at: LATER });
  });
  const { created, passes } = await on.settled();
  expect(created).toBe(13);
  expect(passes).toBeGreaterThan(2);
});

test("an old version to which somebody writes for ever is an error after ten passes", async () => {
  const on = await versions([]);
  let count = 0;
  on.setHook(async (line) => {
    if (!line.endsWith(`${on.pair.from}/documents/export`)) return;
    count += 1;
    await on.put(on.pair.from, { id: String(count), at: LATER });
  });
  const failed = on.settled();
  await expect(failed).rejects.toThrow(FormerVersionBusyError);
  await expect(failed).rejects.toMatchObject({
    summary: `Collection "${on.pair.from}" is still being written to`,
    detail: expect.stringMatching(
      /write by the alias and not to ".*Then apply again: the update resumes\.$/s,
    ),
  });
});

test("after the time limit, one pass is made, and the error says that another apply resumes", async () => {
  const on = await versions([]);
  await on.put(on.pair.from, { id: "a", at: LATER });
  await expect(on.settled({}, { deadline: on.clock.now() - 1 })).rejects.toMatchObject({
    summary: expect.stringContaining("The time limit was reached while carrying over the last writes"),
  });
  expect(await on.now()).toEqual([{ id: "a", at: LATER }]);
});

test("a document whose id no filter can name is left, with the reason", async () => {
  const old = (id: string): Written => ({ id, at: LONG_AGO, title: "old" });
  const [tick, star] = [old("a`b"), old("*")];
  const on = await versions([tick, star, { id: "c", at: LONG_AGO, title: "old" }]);
  for (const one of [tick, star]) await on.put(on.pair.from, { ...one, at: LATER, title: "last" });
  const { left, updated } = await on.settled();
  expect(updated).toBe(0);
  expect(left.map(({ id }) => id).sort()).toEqual(["*", "a`b"]);
  expect(left[0]?.why).toMatch(/cannot be named in a filter/);
  expect((await on.now()).map(({ title }) => title)).toEqual(["old", "old", "old"]);
});

test.each([".", ".."])("a document whose id %j is no part of a path is left", async (id) => {
  const on = await versions([{ id, at: LONG_AGO, title: "old" }]);
  await on.put(on.pair.from, { id, at: LATER, title: "last" });
  expect((await on.settled()).left).toEqual([{ id, why: "its id cannot be part of a URL" }]);
});

test("a document that the new version does not take is left, with the server's words", async () => {
  const on = await versions([{ id: "a", at: LONG_AGO, size: 1 }]);
  const fields = [{ name: "size", type: "int32", optional: true }];
  await on.application.call(
    "updateCollection",
    { path: { name: on.pair.to }, body: { fields } },
    { signal: on.signal },
  );
  await on.put(on.pair.from, { id: "a", at: LATER, size: "large" });
  await on.put(on.pair.from, { id: "b", at: LATER, size: "large" });
  expect((await on.settled()).left).toEqual([
    { id: "a", why: "the server did not take the change" },
    { id: "b", why: "Field `size` must be an int32." },
  ]);
});

test("a resumed settle deletes no more by times alone than the limit", async () => {
  const documents = Array.from({ length: 101 }, (_, at) => ({ id: `d${at}`, at: LONG_AGO }));
  const on = await versions(documents);
  for (const { id } of documents) await on.remove(on.pair.from, id);
  const { deleted, left } = await on.settled({ before: null });
  expect([deleted, left.length]).toEqual([0, 100]);
  expect(left[0]?.why).toBe(
    "the old version lacks 101 documents, and it cannot be told which of them were deleted before the alias moved",
  );
  await on.put(on.pair.from, documents[0] as Written);
  expect(await on.settled({ before: null })).toMatchObject({ deleted: 100, left: [] });
});

test("without a time of writes, missing documents are created, and nothing is deleted or changed", async () => {
  const on = await versions([
    { id: "a", at: 1 },
    { id: "b", at: 1 },
  ]);
  await on.put(on.pair.from, { id: "a", at: 2 });
  await on.remove(on.pair.from, "b");
  await on.put(on.pair.from, { id: "c", at: 2 });
  const given = { since: null, recent: null };
  expect(await on.settled(given, { updatedAt: null })).toMatchObject({ created: 1, updated: 0, deleted: 0 });
  expect(await on.now()).toEqual([
    { id: "a", at: 1 },
    { id: "b", at: 1 },
    { id: "c", at: 2 },
  ]);
});

test("a lost answer to a write is resolved by reading, on three nodes", async () => {
  const on = await versions([{ id: "a", at: LONG_AGO }], settleWorld({ nodeCount: 3 }));
  await on.put(on.pair.from, { id: "a", at: LATER, title: "last" });
  on.service.addFault({ match: { operation: "updateDocuments" }, effect: { kind: "reset", when: "after" } });
  expect((await on.settled()).left).toEqual([]);
  expect(await on.now()).toEqual([{ id: "a", at: LATER, title: "last" }]);
  expect(on.wrote()).toHaveLength(1);
});

test("a node that lags behind decides nothing", async () => {
  const documents = ["a", "b", "c"].map((id) => ({ id, at: LONG_AGO, title: "old" }));
  const on = await versions(documents, settleWorld({ nodeCount: 3 }));
  const [lagging = ""] = on.hostnames;
  on.service.lagNode(lagging);
  await on.put(on.pair.from, { id: "a", at: LATER, title: "last" });
  await on.remove(on.pair.from, "b");
  await on.put(on.pair.from, { id: "d", at: LATER, title: "new" });
  let requests = 0;
  on.setHook(() => {
    requests += 1;
    if (requests === 60) on.service.catchUpNode(lagging);
  });
  expect(await on.settled()).toMatchObject({ created: 1, updated: 1, deleted: 1, left: [] });
  expect(await on.now()).toEqual([
    { id: "a", at: LATER, title: "last" },
    { id: "c", at: LONG_AGO, title: "old" },
    { id: "d", at: LATER, title: "new" },
  ]);
});
