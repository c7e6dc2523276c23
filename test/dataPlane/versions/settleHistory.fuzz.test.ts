import { setMaxListeners } from "node:events";
import fc from "fast-check";
import {
  collectIds,
  createContents,
  decodeRecent,
  encodeRecent,
  hashOfContent,
  hashOfId,
  settle,
  shortHash,
} from "../../../src/dataPlane";
import { OVERLAP_MS } from "../../../src/dataPlane/versions/sync";
import { fuzzRuns } from "../../support/fuzz";
import { settleWorld, type Written } from "./settleKit";

/**
 * Histories of an application that writes before and after the alias moves, and of an update that is killed anywhere. In the end, the
 * new version has what the application has written, except for the limits of docs/design/live-collections.md#settle.
 */
const world = settleWorld();

/** Cases take some 0.2 s each. */
const RUNS = fuzzRuns(60);
const TIMEOUT_MS = RUNS * 1_500;

const START_S = 1_700_000_000;

/** One write of the application. */
interface Act {
  readonly id: string;
  /** The title, and whether it has tags; null: a delete. */
  readonly put: { readonly title: string; readonly tags: boolean } | null;
  /** Seconds since the last write of the application. */
  readonly after: number;
  /** Requests of the update between the one before and this one; "write": right before the next one that writes. */
  readonly gap: number | "write";
}

interface History {
  readonly copied: readonly Act[];
  /** Writes to the old version after the last comparison; those with a number reach it that many requests after the move. */
  readonly last: readonly (Act & { readonly late: number | null })[];
  /** Writes to the new version. */
  readonly live: readonly Act[];
  /** Requests of each settle before it is killed. */
  readonly kills: readonly number[];
}

const act = fc.record({
  id: fc.constantFrom("a", "b", "c", "d*"),
  put: fc.option(fc.record({ title: fc.constantFrom("x", "y", "z"), tags: fc.boolean() }), { freq: 2 }),
  after: fc.constantFrom(0, 1, 30, 100),
  gap: fc.oneof(fc.nat(8), fc.constant("write" as const)),
});
const late = fc.option(fc.integer({ min: 1, max: 45 }), { freq: 2 });
const history: fc.Arbitrary<History> = fc.record({
  copied: fc.array(act, { maxLength: 8 }),
  last: fc.array(
    fc.tuple(act, late).map(([one, at]) => ({ ...one, late: at })),
    { maxLength: 6 },
  ),
  live: fc.array(act, { maxLength: 8 }),
  kills: fc.oneof(fc.constant([]), fc.array(fc.nat(30), { maxLength: 2 })),
});

test.each([true, false])(
  "a settle ends with what the application has written (time of writes: %p)",
  async (hasTimes) => {
    await fc.assert(
      fc.asyncProperty(history, (one) => play(one, hasTimes)),
      { numRuns: hasTimes ? RUNS : Math.ceil(RUNS / 3) },
    );
  },
  TIMEOUT_MS,
);

async function play({ copied, last, live, kills }: History, hasTimes: boolean): Promise<void> {
  const pair = world.createPair();
  world.setHook(() => {});
  const { truth, intend } = createApplication();
  const write = (name: string, { id }: Act, given: Written | null) =>
    given === null ? world.remove(name, id) : world.put(name, given);

  for (const one of copied) {
    const given = intend(one);
    await write(pair.from, one, given);
    await write(pair.to, one, given);
  }
  const input = await compare(pair.to, intend.now() * 1_000);
  /** Times of the documents in the old version: a later write with the same one cannot be ordered. */
  const times = new Map([...truth].map(([id, { at }]) => [id, new Set([at])]));

  /** Documents that the application has deleted, and that may come back; and those about which nothing is promised. */
  const [mayReturn, open] = [new Set<string>(), new Set<string>()];
  /** Writes on their way to the old version when the alias moves, each the last one of its document. */
  const underWay: { readonly id: string; readonly at: number; readonly run: () => Promise<void> }[] = [];
  const [putLast, deletedLast] = [new Set<string>(), new Set<string>()];
  for (const one of last) {
    if (underWay.some(({ id }) => id === one.id)) continue;
    const given = intend(one);
    (given === null ? deletedLast : putLast).add(one.id);
    // A killed settle may have carried over the first of two writes with the same time, and nobody knows that it was not the application.
    const isTied = given !== null && times.get(one.id)?.has(given.at) === true;
    if (isTied && one.late !== null && kills.length > 0) open.add(one.id);
    if (given !== null) times.set(one.id, (times.get(one.id) ?? new Set()).add(given.at));
    if (one.late === null) await write(pair.from, one, given);
    else underWay.push({ id: one.id, at: one.late, run: () => write(pair.from, one, given) });
  }

  if (kills.length > 0) for (const id of putLast) if (deletedLast.has(id)) mayReturn.add(id);
  const livePut = new Set<string>();
  /** True if the update can know that the application deletes a document: it was there before the move, or the update has put it there. */
  async function isSafelyDeleted(id: string): Promise<boolean> {
    if (!putLast.has(id)) return hasTimes || kills.length === 0;
    const isKnown = input.before.has(hashOfId(id)) || !livePut.has(id);
    const isThere = (await world.documents(pair.to)).some((one) => one.id === id);
    return isKnown && isThere && kills.length === 0 && !underWay.some((one) => one.id === id);
  }
  const writeLive = async (one: Act) => {
    const given = intend(one);
    if (given === null && !(await isSafelyDeleted(one.id))) mayReturn.add(one.id);
    if (given !== null && times.get(one.id)?.has(given.at)) open.add(one.id);
    if (given === null) livePut.delete(one.id);
    else livePut.add(one.id);
    await write(pair.to, one, given);
  };

  const waiting = [...live];
  let requests = 0;
  let sinceLast = 0;
  const isDue = (line: string) => {
    const [next] = waiting;
    return next !== undefined && (next.gap === "write" ? !line.startsWith("GET ") : next.gap < sinceLast);
  };
  /** Writes that have reached the old version after the update has read it for the last time. */
  let unseen: string[] = [];
  const lastRead = `GET /collections/${pair.from}${hasTimes ? "" : "/documents/export"}`;
  const step = async (line: string) => {
    requests += 1;
    sinceLast += 1;
    for (const one of underWay.filter(({ at }) => at === requests)) {
      await one.run();
      unseen.push(one.id);
    }
    if (line === lastRead) unseen = [];
    while (isDue(line)) {
      sinceLast = 0;
      await writeLive(waiting.shift() as Act);
      if (line.startsWith("GET ")) continue;
      break;
    }
  };

  let turn = Promise.resolve();
  let isFirst = true;
  for (const kill of [...kills, null]) {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    let left = kill ?? Number.POSITIVE_INFINITY;
    world.setHook(async (line) => {
      // The update sends some requests at the same time; the application does one thing after the other.
      turn = turn.then(() => step(line));
      await turn;
      left -= 1;
      if (left < 0) controller.abort();
    });
    const context = { signal: controller.signal, ...(!hasTimes && { updatedAt: null }) };
    const noted = hasTimes ? input.recent : createContents();
    const resumed = { ...input, before: null, recent: decodeRecent(encodeRecent(noted) ?? "none") };
    try {
      await settle(world.context(pair, context), isFirst ? { ...input, recent: noted } : resumed);
      break;
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    isFirst = false;
  }
  world.setHook(() => {});
  for (const one of waiting) await writeLive(one);

  const lost = new Set([...unseen, ...underWay.filter(({ at }) => at > requests).map(({ id }) => id)]);
  const found = new Map((await world.documents(pair.to)).map((one) => [one.id, one]));
  for (const id of new Set([...truth.keys(), ...found.keys()])) {
    if (open.has(id) || lost.has(id)) continue;
    const wanted = truth.get(id);
    if (wanted === undefined && (mayReturn.has(id) || (!hasTimes && deletedLast.has(id)))) continue;
    if (hasTimes || wanted === undefined || livePut.has(id))
      expect([id, found.get(id)]).toEqual([id, wanted]);
    else expect([id, found.has(id)]).toEqual([id, true]);
  }
  await world.drop(pair);
}

/** An application with a clock of its own, and what it believes to have written. */
function createApplication() {
  let now = START_S;
  const truth = new Map<string, Written>();
  function intend({ id, put, after }: Act): Written | null {
    now += after;
    const given = put && {
      ...{ id, at: now, title: put.title },
      ...(put.tags && { tags: ["t"], deep: { a: put.title } }),
    };
    if (given === null) truth.delete(id);
    else truth.set(id, given);
    return given;
  }
  return { truth, intend: Object.assign(intend, { now: () => now }) };
}

/** Returns what a catch-up knows of the new version at its end. */
async function compare(to: string, compared: number) {
  const [ids, recent] = [collectIds(), createContents()];
  for (const one of await world.documents(to)) {
    ids.add(hashOfId(one.id));
    if ((one.at ?? 0) * 1_000 >= compared - OVERLAP_MS)
      recent.set(shortHash(hashOfId(one.id)), shortHash(hashOfContent(one)));
  }
  return { since: compared, compared, before: ids.sorted(), recent };
}
