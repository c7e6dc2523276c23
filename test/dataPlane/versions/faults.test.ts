import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { echoing } from "../../client/faults/run";
import { FAULTS } from "../../support/faultMatrix";
import { FROM, numbered, TO, twoVersions, type Versions } from "./kit";

/** Faults of nodes while a version is filled: the end is the same, or an error after which a later apply ends so. */
const OPERATIONS = [
  "getCollection",
  "searchDocuments",
  "exportDocuments",
  "importDocuments",
  "deleteDocument",
  "deleteDocuments",
] as const;

/** A live version of which a part was written during the copy, and a new version that has what was there before. */
async function started() {
  const on = twoVersions(numbered(25));
  const ctx = on.ctx();
  const { since } = await on.ended(copyDocuments(ctx));
  await on.clock.sleep(5_000, ctx.signal);
  await on.write("7", "edited");
  await on.write("new", "created");
  await on.remove("8");
  // One that no filter can name.
  await on.write("a`b", "surplus", { collection: TO });
  // Written before the copy began: only its id tells that it is missing.
  await on.remove("9", TO);
  on.service.clearJournal();
  return { on, since };
}

async function expectSame(on: Versions) {
  on.hook = () => undefined;
  on.service.clearFaults();
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
}

describe.each(OPERATIONS)("%s", (operation) => {
  test.each(FAULTS)("$name", async ({ effect, letsGoAfter }) => {
    const { on, since } = await started();
    on.service.holdFor(letsGoAfter ?? 1);
    on.service.addFault({ match: { operation }, effect: echoing(effect, "k") });
    const resumed = () => on.ended(catchUp(on.ctx(), { since }));
    await resumed().catch((error: { summary?: string; detail?: string }) => {
      expect([error.summary, error.detail]).toEqual([expect.any(String), expect.any(String)]);
      return resumed();
    });
    await expectSame(on);
  });
});

test("killed at any request, the next one goes on", async () => {
  for (let last = 1; ; last += 1) {
    const { on, since } = await started();
    const stop = new AbortController();
    let requests = 0;
    on.hook = () => {
      requests += 1;
      if (requests === last) stop.abort();
    };
    const ended = await on.ended(catchUp(on.ctx({ signal: stop.signal }), { since })).then(
      () => true,
      () => false,
    );
    if (!ended) await on.ended(catchUp(on.ctx(), { since }));
    await expectSame(on);
    if (ended) break;
    expect(last).toBeLessThan(200);
  }
});

test("an export of ids that is cut off is no reason to delete", async () => {
  const { on, since } = await started();
  await on.ended(catchUp(on.ctx(), { since }));
  on.service.clearJournal();
  // The first export is that of the changes.
  on.service.addFault({
    match: { path: `/nodes/*/collections/${FROM}/documents/export`, nth: 2 },
    effect: { kind: "damage", as: "truncated" },
  });
  await on.ended(catchUp(on.ctx(), { since: on.clock.now() }));
  expect(on.service.journal().map(({ method }) => method)).not.toContain("DELETE");
  await expectSame(on);
});

test("a node that lags behind: what it does not have is not taken for deleted", async () => {
  for (const [at] of [0, 1, 2].entries()) {
    const on = twoVersions(numbered(40));
    const ctx = on.ctx();
    const lagging = on.hostnames[at] ?? "";
    on.hook = (line) => {
      if (line === `POST import ${TO}`) on.service.lagNode(lagging, {});
    };
    const copied = await on.ended(copyDocuments(ctx));
    on.hook = () => undefined;
    for (const id of numbered(15)) await on.write(`new ${id}`, "created");
    await on.write("7", "edited");
    const { documents } = await on.ended(catchUp(ctx, copied));
    on.service.catchUpNode(lagging);
    await expectSame(on);
    expect(documents).toBe(55);
  }
});
