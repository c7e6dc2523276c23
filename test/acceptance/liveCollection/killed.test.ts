import type { LiveCollectionValues } from "../../../src/provider/resources/liveCollection/schema";
import type { Ending } from "./process";
import { CONFIG, type LiveScene, type LiveSceneOptions, story } from "./scene";

/**
 * Runs that end at any of their writes, while applications search and write: the next apply goes on, and the end is the same
 * (docs/design/live-collections.md#carrying-out). Nothing changes between two writes, so an end at a read is one before the next write.
 */
type Where = Pick<Ending, "request" | "nth">;

/** The writes of an update, each of its own kind. */
const IMPORT = /^POST .*\/import$/;
const MARK = /^PATCH \/collections\/[^/]*$/;
const WRITES: readonly Where[] = [
  { request: /^POST \/collections$/ },
  { request: IMPORT },
  { request: IMPORT, nth: 2 },
  { request: IMPORT, nth: 3 },
  { request: /^DELETE .*\/documents\/./ },
  { request: MARK },
  { request: MARK, nth: 2 },
  { request: /^PUT \/aliases/ },
  { request: /^PATCH .*\/documents$/ },
  { request: /^DELETE .*\/documents$/ },
  { request: MARK, nth: 3 },
  { request: /^DELETE \/collections\/[^/]*$/ },
];

/** The most runs after one that was cut off. */
const MOST_RUNS = 3;

/** Edits the sorting field again and again, ends each run at another write, and goes on until it is done. Returns how many were cut off. */
async function endedAtEach(
  on: LiveScene,
  config: LiveCollectionValues,
  how: Ending["how"],
  writes: readonly Where[] = WRITES,
): Promise<number> {
  let cuts = 0;
  for (const [index, write] of writes.entries()) {
    const wanted = { ...config, default_sorting_field: index % 2 === 0 ? "price" : "rank" };
    const cut = await on.run(wanted, { ...write, how });
    const where = `${how} ${write.request} ${write.nth ?? 1}`;
    if (cut.end !== "applied") {
      cuts += 1;
      expect([where, cut.end, cut.errors]).toEqual([
        where,
        how === "interrupted at" ? "failed" : "killed",
        expect.anything(),
      ]);
    }
    await on.traffic.turns(3);
    let end = "";
    for (let runs = 0; runs < MOST_RUNS && end !== "empty"; runs += 1) {
      const next = await on.run(wanted);
      expect([where, next.errors]).toEqual([where, []]);
      end = next.end;
    }
    const { state } = on.kept;
    const names = (state?.versions ?? []).map(({ name }) => name);
    expect([where, end, state?.step, state?.collection_name, names.length]).toEqual([
      where,
      "empty",
      "ready",
      on.target(),
      1 + (config.retain ?? 1),
    ]);
    expect([where, Object.keys(on.collections()).sort()]).toEqual([where, names.sort()]);
    expect([where, on.traffic.failures]).toEqual([where, []]);
  }
  return cuts;
}

const OPTIONS: LiveSceneOptions = { documents: 200, calm: 500 };
const LIMIT_MS = 120_000;

test.each(["killed before", "killed after", "interrupted at"] as const)(
  "%s each write of an update",
  async (how) => {
    await story(OPTIONS, async (on) => {
      const cuts = await endedAtEach(on, { ...CONFIG, retain: 0 }, how);
      // Whether a document needs to be corrected depends on the traffic.
      expect(cuts).toBeGreaterThanOrEqual(WRITES.length - 3);
    });
  },
  LIMIT_MS,
);

test(
  "killed at each write of the way back",
  async () => {
    await story(OPTIONS, async (on) => {
      await on.applied({ ...CONFIG, default_sorting_field: "price" });
      await on.applied(CONFIG);
      const writes = WRITES.filter(({ request }) => request.source !== "^POST \\/collections$");
      expect(await endedAtEach(on, CONFIG, "killed after", writes)).toBeGreaterThan(5);
    });
  },
  LIMIT_MS,
);
