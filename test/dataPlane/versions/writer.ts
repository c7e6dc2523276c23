import fc from "fast-check";
import type { CaughtUp } from "../../../src/dataPlane/versions/catchUp";
import { hashOfContent, hashOfId, shortHash } from "../../../src/dataPlane/versions/hashes";
import { OVERLAP_MS } from "../../../src/dataPlane/versions/sync";
import { FROM, TO, type Versions } from "./kit";

/** One act of an application. */
export interface Act {
  /** The request of the update before which it happens, from 1. */
  readonly before: number;
  readonly kind: "write" | "remove" | "burst" | "wait";
  readonly id: number;
  /** Seconds by which the clock of the application is behind. */
  readonly behind: number;
}

/** Documents of a burst: more than a last pass may find. With many of them, no update would ever end. */
const BURST = 25;

const act = (kinds: readonly Act["kind"][], last: number): fc.Arbitrary<Act> =>
  fc.record({
    before: fc.integer({ min: 1, max: last }),
    kind: fc.constantFrom(...kinds),
    id: fc.integer({ min: 1, max: 80 }),
    behind: fc.constantFrom(0, 0, 1, 55),
  });

/** The acts of an application during an update, which has about 60 requests or more. */
export const acts: fc.Arbitrary<readonly Act[]> = fc
  .tuple(
    fc.array(act(["write", "write", "remove", "wait"], 100), { maxLength: 60, size: "max" }),
    fc.array(act(["burst"], 40), { maxLength: 3 }),
  )
  .map((some) => some.flat());

/** Lets an application act before each request. Returns the time of the last act for each id. */
export function writing(on: Versions, plan: readonly Act[]) {
  const last = new Map<string, { readonly at: number; readonly kind: "write" | "remove" }>();
  let [request, count] = [0, 0];
  async function write(id: string, behind: number): Promise<void> {
    count += 1;
    last.set(id, { at: on.clock.now(), kind: "write" });
    await on.write(id, `text ${count}`, { behind });
  }
  on.hook = async () => {
    request += 1;
    for (const { kind, id, behind } of plan.filter(({ before }) => before === request)) {
      if (kind === "wait") await on.clock.sleep(behind * 1000 + 400, on.ctx().signal);
      else if (kind === "write") await write(String(id), behind);
      else if (kind === "burst") for (let at = 0; at < BURST; at += 1) await write(String(id + at), behind);
      else {
        last.set(String(id), { at: on.clock.now(), kind: "remove" });
        await on.remove(String(id)).catch(() => undefined);
      }
    }
  };
  return last;
}

/** Expects that the new version has all that was written and deleted before the thresholds, and that these tell the truth. */
export async function expectCaughtUp(
  on: Versions,
  { before, recent, since, compared, documents }: CaughtUp,
  last: ReturnType<typeof writing>,
): Promise<void> {
  on.hook = () => undefined;
  const [from, to] = [await on.rows(FROM), await on.rows(TO)];
  const wrong = [...new Set([...from.keys(), ...to.keys()])].filter((id) => {
    const act = last.get(id);
    const isKnown = act === undefined || act.at < (act.kind === "write" ? since : compared);
    return isKnown && JSON.stringify(from.get(id)) !== JSON.stringify(to.get(id));
  });
  expect(wrong).toEqual([]);
  const hashes = [...to.keys()].map(hashOfId).sort((a, b) => (a < b ? -1 : 1));
  expect([...before.values()]).toEqual(hashes);
  expect(documents).toBe(to.size);
  const fresh = [...to.values()].filter(({ updated_at }) => updated_at * 1000 >= compared - OVERLAP_MS - 999);
  const known = fresh.map((row) => [shortHash(hashOfId(row.id)), shortHash(hashOfContent(row))] as const);
  expect(new Map(recent.entries())).toEqual(new Map(known));
}
