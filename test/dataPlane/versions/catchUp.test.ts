import fc from "fast-check";
import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { hashOfContent, hashOfId, shortHash } from "../../../src/dataPlane/versions/hashes";
import { setOf } from "../../../src/dataPlane/versions/idSet";
import { FROM, numbered, TO, twoVersions, type Versions } from "./kit";
import { acts, expectCaughtUp, writing } from "./writer";

/** Copies and catches up. */
async function synced(on: Versions, given: Parameters<Versions["ctx"]>[0] = {}) {
  const ctx = on.ctx(given);
  return catchUp(ctx, await copyDocuments(ctx));
}

const requests = (on: Versions) => on.service.journal().map(({ operation }) => operation);

test("nothing is written meanwhile: two passes, one comparison, nothing sent", async () => {
  const on = twoVersions(numbered(50));
  const ctx = on.ctx();
  const copied = await on.ended(copyDocuments(ctx));
  on.service.clearJournal();
  const done = await on.ended(catchUp(ctx, copied));
  expect(done).toMatchObject({ passes: 2, differing: 0, documents: 50, since: on.clock.now() });
  expect(requests(on)).not.toContain("importDocuments");
  // Two passes, the ids of both, and the documents written lately.
  expect(requests(on).filter((one) => one === "exportDocuments")).toHaveLength(5);
});

test("carries over what was created, edited and deleted during the copy", async () => {
  const on = twoVersions(numbered(50));
  on.hook = async (line) => {
    if (line !== `POST import ${TO}`) return;
    on.hook = () => undefined;
    await on.write("new", "created");
    await on.write("7", "edited");
    await on.remove("8");
  };
  const done = await on.ended(synced(on));
  const rows = await on.rows(TO);
  expect(rows).toEqual(await on.rows(FROM));
  expect([rows.size, rows.get("7")?.title, rows.has("8")]).toEqual([50, "edited", false]);
  expect([...done.before.values()]).toEqual([...setOf([...rows.keys()].map((id) => hashOfId(id))).values()]);
  const recent = ["7", "new"].map((id) => [
    shortHash(hashOfId(id)),
    shortHash(hashOfContent(rows.get(id) ?? {})),
  ]);
  expect(new Map(done.recent.entries())).toEqual(new Map(recent as [bigint, bigint][]));
});

test("whatever an application writes between the requests, the new version has it, and the thresholds tell the truth", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (plan) => {
      const on = twoVersions(numbered(30));
      const last = writing(on, plan);
      await expectCaughtUp(on, await on.ended(synced(on)), last);
    }),
    // Shrinking would play some thousand updates.
    { numRuns: 25, endOnFailure: true },
  );
});
