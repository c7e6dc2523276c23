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
const RUNS = fuzzRuns(80);
const TIMEOUT_MS = RUNS * 1_000;

const START_S = 1_700_000_000;

/** One write of the application. */
interface Act {
  readonly id: string;
  /** The title, and whether it has tags; null: a delete. */
  readonly put: { readonly title: string; readonly tags: boolean } | null;
  /** Seconds since the last write of the application. */
  readonly after: number;
  /** Requests of the update between the one before and this one. */
  readonly gap: number;
}

interface History {
  readonly copied: readonly Act[];
  /** Writes to the old version after the last comparison. */
  readonly last: readonly (Act & { readonly isLate: boolean })[];
  /** Writes to the new version. */
  readonly live: readonly Act[];
  /** Requests of each settle before it is killed. */
  readonly kills: readonly number[];
}

const act = fc.record({
  id: fc.constantFrom("a", "b", "c", "d*"),
  put: fc.option(fc.record({ title: fc.constantFrom("x", "y", "z"), tags: fc.boolean() }), { freq: 2 }),
  after: fc.constantFrom(0, 1, 30, 100),
  gap: fc.nat(8),
});
const history: fc.Arbitrary<History> = fc.record({
  copied: fc.array(act, { maxLength: 8 }),
  last: fc.array(
    fc.tuple(act, fc.boolean()).map(([one, isLate]) => ({ ...one, isLate })),
    { maxLength: 6 },
  ),
  live: fc.array(act, { maxLength: 8 }),
  kills: fc.array(fc.nat(30), { maxLength: 2 }),
});

test(
  "a settle ends with what the application has written",
  async () => {
    await fc.assert(fc.asyncProperty(history, play), { numRuns: RUNS });
  },
  TIMEOUT_MS,
);

async function play({ copied, last, live, kills }: History): Promise<void> {
  const pair = world.createPair();
  world.setHook(() => {});
  let now = START_S;
  const truth = new Map<string, Written>();
  const document = ({ id, put }: Act): Written | null =>
    put && { id, at: now, title: put.title, ...(put.tags && { tags: ["t"], deep: { a: put.title } }) };
  const write = async (name: string, id: string, given: Written | null) =>
    given === null ? world.remove(name, id) : world.put(name, given);
  const intend = (one: Act): Written | null => {
    now += one.after;
    const given = document(one);
    if (given === null) truth.delete(one.id);
    else truth.set(one.id, given);
    return given;
  };

  for (const one of copied) {
    const given = intend(one);
    await write(pair.from, one.id, given);
    await write(pair.to, one.id, given);
  }
  const compared = now * 1000;
  const [ids, recent] = [collectIds(), createContents()];
  for (const one of await world.documents(pair.to)) {
    ids.add(hashOfId(one.id));
    if ((one.at ?? 0) * 1000 >= compared - OVERLAP_MS)
      recent.set(shortHash(hashOfId(one.id)), shortHash(hashOfContent(one)));
  }

  /** Writes that the old version gets while the update settles, each the last one of its document. */
  const late: (() => Promise<void>)[] = [];
  const closed = new Set<string>();
  const putLast = new Set<string>();
  const oldTimes = new Map<string, Set<number>>();
  const noteTime = ({ id }: Act) => oldTimes.set(id, (oldTimes.get(id) ?? new Set()).add(now));
  for (const one of copied) oldTimes.set(one.id, new Set());
  for (const { id, at } of truth.values()) oldTimes.set(id, new Set([at ?? 0]));
  for (const one of last) {
    if (closed.has(one.id)) continue;
    const given = intend(one);
    if (given !== null) {
      putLast.add(one.id);
      noteTime(one);
    }
    if (one.isLate) {
      closed.add(one.id);
      late.push(() => write(pair.from, one.id, given));
    } else await write(pair.from, one.id, given);
  }

  const [reborn, tied] = [new Set<string>(), new Set<string>()];
  for (const [id] of [...putLast].map((one) => [one] as const)) if (!truth.has(id)) reborn.add(id);
  const writeLive = async (one: Act) => {
    const given = intend(one);
    if (given === null && putLast.has(one.id)) reborn.add(one.id);
    if (given !== null && oldTimes.get(one.id)?.has(now)) tied.add(one.id);
    await write(pair.to, one.id, given);
  };
  const waiting = live.map((one) => ({ gap: one.gap, run: () => writeLive(one) }));
  let untilNext = waiting[0]?.gap ?? 0;
  let requests = 0;
  const step = async () => {
    requests += 1;
    // The first ones come at once: nobody waits for a write that takes longer than several requests.
    if (requests % 3 === 0) await late.shift()?.();
    for (untilNext -= 1; untilNext < 0 && waiting.length > 0; untilNext += waiting[0]?.gap ?? 0)
      await waiting.shift()?.run();
  };

  const input = { since: compared, compared, before: ids.sorted(), recent };
  let isFirst = true;
  for (const kill of [...kills, null]) {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    let left = kill ?? Number.POSITIVE_INFINITY;
    world.setHook(async () => {
      await step();
      left -= 1;
      if (left < 0) controller.abort();
    });
    const resumed = { ...input, before: null, recent: decodeRecent(encodeRecent(recent) ?? "none") };
    try {
      await settle(world.context(pair, { signal: controller.signal }), isFirst ? input : resumed);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    isFirst = false;
    if (!controller.signal.aborted && kill !== null) break;
  }
  world.setHook(() => {});
  for (const one of waiting) await one.run();

  const found = new Map((await world.documents(pair.to)).map((one) => [one.id, one]));
  for (const id of new Set([...truth.keys(), ...found.keys()])) {
    if (tied.has(id)) continue;
    const wanted = truth.get(id);
    if (wanted === undefined && reborn.has(id)) continue;
    expect([id, found.get(id)]).toEqual([id, wanted]);
  }
  await world.drop(pair);
}
