import type { LiveCollectionValues } from "../../../src/provider/resources/liveCollection/schema";
import type { Ending } from "./process";
import { CONFIG, type LiveScene, type LiveSceneOptions, story } from "./scene";

/**
 * Runs that end at any of their requests, while applications search and write: the next apply goes on, and the end is the same
 * (docs/design/live-collections.md#carrying-out).
 */
const SORTINGS = ["price", "rank"] as const;
/** The most runs after one that was cut off. */
const MOST_RUNS = 3;

/** Edits the sorting field again and again, ends each run at the next request, and goes on until it is done. */
async function endedAtEach(
  on: LiveScene,
  config: LiveCollectionValues,
  endingAt: (request: number) => Ending,
): Promise<number> {
  for (let request = 1; ; request += 1) {
    const wanted = { ...config, default_sorting_field: SORTINGS[(request - 1) % 2] ?? null };
    const cut = await on.run(wanted, endingAt(request));
    const where = `request ${request}, ${cut.requests.at(-1)}: ${cut.errors.join(" ")}`;
    if (cut.end === "applied") return request - 1;
    expect([where, cut.end]).toEqual([where, "kill" in endingAt(request) ? "killed" : "failed"]);
    await on.traffic.turns(3);
    let end = "";
    for (let runs = 0; runs < MOST_RUNS && end !== "empty"; runs += 1) {
      const next = await on.run(wanted);
      expect([where, next.errors]).toEqual([where, []]);
      end = next.end;
    }
    const { state } = on.kept;
    expect([where, end, state?.step, state?.collection_name]).toEqual([where, "empty", "ready", on.target()]);
    const names = (state?.versions ?? []).map(({ name }) => name);
    expect([where, names.length]).toEqual([where, 1 + (config.retain ?? 1)]);
    expect([where, Object.keys(on.collections()).sort()]).toEqual([where, names.sort()]);
    expect([where, on.traffic.failures]).toEqual([where, []]);
  }
}

const OPTIONS: LiveSceneOptions = { documents: 300, calm: 500 };

test("killed before each request leaves", async () => {
  await story(OPTIONS, async (on) => {
    const config = { ...CONFIG, retain: 0 };
    const requests = await endedAtEach(on, config, (at) => ({ kill: { at, when: "before" } }));
    expect(requests).toBeGreaterThan(30);
  });
}, 120_000);

test("killed after each request was carried out", async () => {
  await story(OPTIONS, async (on) => {
    await endedAtEach(on, { ...CONFIG, retain: 0 }, (at) => ({ kill: { at, when: "after" } }));
  });
}, 120_000);

test("Ctrl-C at each request", async () => {
  await story(OPTIONS, async (on) => {
    await endedAtEach(on, { ...CONFIG, retain: 0 }, (at) => ({ interruptAt: at }));
  });
}, 120_000);

test("killed at each request of the way back", async () => {
  await story(OPTIONS, async (on) => {
    await on.applied({ ...CONFIG, default_sorting_field: "price" });
    await on.applied();
    await endedAtEach(on, { ...CONFIG, retain: 1 }, (at) => ({
      kill: { at, when: at % 2 === 0 ? "before" : "after" },
    }));
  });
}, 120_000);
