import type { LiveCollectionValues } from "../../../src/provider/resources/liveCollection/schema";
import { fuzzRuns } from "../../support/fuzz";
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

const WAYS = ["killed before", "killed after", "interrupted at"] as const;

/** Edits the sorting field again and again, ends each run in another way, and goes on until it is done. Returns how many were cut off. */
async function endedAtEach(
  on: LiveScene,
  config: LiveCollectionValues,
  endings: readonly Ending[],
): Promise<number> {
  let cuts = 0;
  for (const [index, ending] of endings.entries()) {
    const { how, request, nth = 1 } = ending;
    const wanted = { ...config, default_sorting_field: index % 2 === 0 ? "price" : "rank" };
    const cut = await on.run(wanted, ending);
    const where = `${how} ${request} ${nth}`;
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
    let said: readonly string[] = [];
    for (let runs = 0; runs < MOST_RUNS && end !== "empty"; runs += 1) {
      const next = await on.run(wanted);
      expect([where, next.errors]).toEqual([where, []]);
      end = next.end;
      said = next.warnings;
    }
    const { state } = on.kept;
    const names = (state?.versions ?? []).map(({ name }) => name);
    expect([where, said, end, state?.step, state?.collection_name, names.length]).toEqual([
      where,
      [],
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
const LIMIT_MS = 180_000;
/** CI ends each run in one of the ways; `npm run fuzz` ends it in all of them. */
const TURNS = [0, 1, 2].slice(0, fuzzRuns(1));
const endingsOf = (writes: readonly Where[], turn: number) =>
  writes.map(
    (write, index): Ending => ({ ...write, how: WAYS[(index + turn) % WAYS.length] ?? "killed after" }),
  );

test.each(TURNS)(
  "an update that ends at each of its writes goes on (%i)",
  async (turn) => {
    await story(OPTIONS, async (on) => {
      const cuts = await endedAtEach(on, { ...CONFIG, retain: 0 }, endingsOf(WRITES, turn));
      // Whether a document needs to be corrected depends on the traffic.
      expect(cuts).toBeGreaterThanOrEqual(WRITES.length - 3);
    });
  },
  LIMIT_MS,
);

/** The writes of the way back: no copy, and nothing to create. */
const BACK = WRITES.filter(
  ({ request }) => request === IMPORT || request === MARK || request.source.startsWith("^PUT"),
);

test.each(TURNS)(
  "the way back that ends at each of its writes goes on (%i)",
  async (turn) => {
    await story(OPTIONS, async (on) => {
      await on.applied({ ...CONFIG, default_sorting_field: "price" });
      await on.applied(CONFIG);
      expect(await endedAtEach(on, CONFIG, endingsOf(BACK, turn))).toBeGreaterThan(4);
    });
  },
  LIMIT_MS,
);
