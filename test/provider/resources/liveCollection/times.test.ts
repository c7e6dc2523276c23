import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import { planOf } from "../../kit";
import { CONFIG, EDITED, type LiveAccount, liveAccount, products } from "./updates";

let on: LiveAccount;
afterEach(() => on.close());

async function plan(prior: LiveCollectionValues, config: LiveCollectionValues) {
  const input = { prior, config, service: on.service };
  return (await planOf<LiveCollectionValues>(liveCollection, input as never)).diagnostics;
}
const WHAT = 'live collection "catalog" of cluster c-1';

/** Creates a live collection whose documents have these times. */
async function timed(times: readonly unknown[], config = CONFIG) {
  on = await liveAccount({ count: 0, config });
  const documents = products(times.length).map(({ updated_at: _, ...rest }, at) => ({
    ...rest,
    ...(times[at] !== undefined && { updated_at: times[at] as number }),
  }));
  on.emulator.addDocumentsOutside("c-1", on.target() ?? "", documents);
  return on.refresh(on.state);
}

test.each<[string, readonly number[], "s" | "ms" | null, RegExp]>([
  [
    "milliseconds that are said to be seconds",
    [1_700_000_000_000, 1_700_000_000_001],
    null,
    /^Of 2 documents in version "catalog_\w{8}", 0 have a time in seconds, 2 one in milliseconds in updated_at \(updated_at_unit is "s" by default\)\..* Set updated_at_unit = "ms"\.$/,
  ],
  [
    "seconds that are said to be milliseconds",
    [1_700_000_000, 1_700_000_001, 1_700_000_000_000],
    "ms",
    /1 have a time in milliseconds, 2 one in seconds in updated_at\..*edits would be lost.*Set updated_at_unit = "s"\.$/,
  ],
  [
    "microseconds",
    [1_700_000_000_000_000],
    "ms",
    /1 a number that is a time in the future in both.*The application must write/,
  ],
])(
  "%s are refused by the plan, and by the apply before anything is created",
  async (_, times, unit, detail) => {
    const state = await timed(times);
    const edit = { ...EDITED, updated_at_unit: unit };
    const summary = `updated_at_unit = "${unit ?? "s"}" does not fit the documents of ${WHAT}`;
    const [problem] = await plan(state, edit);
    expect(problem).toMatchObject({ severity: "error", summary, path: ["updated_at_unit"] });
    expect(problem?.detail).toMatch(detail);
    const { error } = await on.apply(state, edit);
    expect(error?.summary).toBe(summary);
    expect(Object.keys(on.collections())).toEqual([on.target()]);
  },
);

test("documents without a usable time are a warning", async () => {
  const fields = CONFIG.field.map((one) => (one.name === "updated_at" ? { ...one, optional: true } : one));
  const config = { ...CONFIG, field: fields };
  const ok = 1_700_000_000;
  const state = await timed([ok, ok, 0, -1, undefined, 2 ** 53, ok * 1000], config);
  const problems = await plan(state, { ...EDITED, field: fields });
  const found = problems.find(({ summary }) => summary.includes("usable"));
  expect(found).toMatchObject({
    severity: "warning",
    summary: `5 of 7 documents of ${WHAT} without a usable time in updated_at`,
  });
  expect(found?.detail).toMatch(
    /, 1 have a time in milliseconds, 1 have one in the future, 3 have none, or one/,
  );
  const { error, state: after } = await on.apply(state, { ...EDITED, field: fields });
  expect([error, after.step]).toEqual([undefined, "ready"]);
});

test("times in the configured unit are not mentioned", async () => {
  const state = await timed([1_700_000_000_000, 1_700_000_000_001]);
  const problems = await plan(state, { ...EDITED, updated_at_unit: "ms" });
  expect(problems.map(({ summary }) => summary)).toEqual([
    'Live collection "catalog" of cluster c-1 gets a new version: 2 documents will be copied',
  ]);
});
