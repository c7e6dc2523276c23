import fc from "fast-check";
import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { hashOfContent, hashOfId, shortHash } from "../../../src/dataPlane/versions/hashes";
import { setOf } from "../../../src/dataPlane/versions/idSet";
import { createSent } from "../../../src/dataPlane/versions/sent";
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

test("another catch-up goes on where the last one has ended, and sends only what differs", async () => {
  const on = twoVersions(numbered(30));
  const ctx = on.ctx();
  await on.write("5", "just before the copy");
  const first = await on.ended(synced(on));
  await on.write("7", "edited");
  on.service.clearJournal();
  expect(await on.ended(catchUp(ctx, first))).toMatchObject({ differing: 0, passes: 2 });
  expect(on.log.entries.filter(({ fields }) => fields?.differing === 1)).toHaveLength(1);
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
});

test("without the field, missing documents come along and deleted ones go, but no edits", async () => {
  const on = twoVersions(numbered(30));
  on.hook = async (line) => {
    if (line !== `POST import ${TO}`) return;
    on.hook = () => undefined;
    await on.write("new", "created");
    await on.write("7", "edited");
    await on.remove("8");
  };
  const done = await on.ended(synced(on, { updatedAt: null }));
  const rows = await on.rows(TO);
  expect([rows.has("new"), rows.get("7")?.title, rows.has("8")]).toEqual([true, "old", false]);
  expect([done.since, done.recent.size, done.documents]).toEqual([done.compared, 0, 30]);
});

test("if the last time is unknown, all documents are sent", async () => {
  const on = twoVersions(numbered(30));
  on.service.addDocumentsOutside("c-1", TO, [{ id: "3", title: "other", updated_at: 1 }]);
  await on.ended(catchUp(on.ctx(), { since: null }));
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
});

test("a copy that was cut off early: many missing documents come from one export", async () => {
  const on = twoVersions(numbered(1500));
  const { since } = await on.ended(copyDocuments(on.ctx({ pair: { from: TO, to: TO } })));
  on.service.clearJournal();
  await on.ended(catchUp(on.ctx(), { since }));
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
  expect(requests(on).filter((one) => one === "importDocuments")).toHaveLength(1);
});

test.each([
  ["quotes, commas and brackets", ['a,b] "c"', "[x]", "&& || (y)", "ä\\n%60"]],
  ["backticks", ["a`b", "`"]],
  ["spaces at an end", [" x", "y "]],
  ["a star, which would match every document", ["*"]],
  ["more than one filter can name", numbered(600).map((id) => `${id}-${"x".repeat(20)}`)],
])("ids with %s are copied and deleted", async (_, ids) => {
  const on = twoVersions(numbered(30));
  const { since } = await on.ended(copyDocuments(on.ctx()));
  const written = { title: "old", updated_at: 7 };
  on.service.addDocumentsOutside(
    "c-1",
    FROM,
    ids.map((id) => ({ id, ...written })),
  );
  on.service.addDocumentsOutside(
    "c-1",
    TO,
    ids.map((id) => ({ id: `${id} gone`, ...written })),
  );
  await on.ended(catchUp(on.ctx(), { since }));
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
});

test("of two documents with the same id, the newer one is copied, and each pass finds nothing more", async () => {
  const on = twoVersions([{ id: "0" }, { id: "2", title: "older" }]);
  const generated = { title: "newer", updated_at: on.seconds() };
  const options = { signal: on.ctx().signal };
  await on.nodes.call("createDocument", { path: { name: FROM }, body: generated }, options);
  const done = await on.ended(synced(on));
  expect((await on.rows(TO)).get("2")?.title).toBe("newer");
  expect(done).toMatchObject({ documents: 2, passes: 2, differing: 0 });
  expect(on.log.entries).toContainEqual(
    expect.objectContaining({
      message: `1 documents of collection "${FROM}" have the id of a newer one, which is copied instead`,
    }),
  );
});

test("a document that was deleted and comes back just as it was is sent again", () => {
  const sent = createSent();
  expect([sent.pass()(1n, 5n), sent.pass()(1n, 5n)]).toEqual([true, false]);
  sent.forget(1n);
  expect(sent.pass()(1n, 5n)).toBe(true);
});

describe("a catch-up without end", () => {
  test("writes that are faster than the passes", async () => {
    const on = twoVersions(numbered(40));
    let count = 0;
    on.hook = async (line) => {
      if (!line.startsWith("GET search")) return;
      await on.clock.sleep(1_000, on.ctx().signal);
      for (const id of numbered(30)) await on.write(id, `text ${count++}`);
    };
    const error = await on.ended(synced(on)).catch((thrown) => thrown);
    expect(error).toMatchObject({
      name: "CatchUpStalledError",
      summary: `Collection "${TO}" did not catch up with "${FROM}"`,
      detail: expect.stringMatching(
        /^After 10 passes, 30 documents still differed, and at most 20 may\. The last pass took 2 s, in which about 15 documents a second/,
      ),
    });
  });

  test("a document that somebody deletes again and again", async () => {
    const on = twoVersions(numbered(40));
    on.hook = async (line) => {
      if (line === `GET export ${TO}`) await on.remove("7", TO).catch(() => undefined);
    };
    expect(await on.ended(synced(on)).catch((thrown) => thrown)).toMatchObject({
      name: "VersionsDifferError",
      rows: [{ id: "7", kind: "missing" }],
      summary: `Collections "${FROM}" and "${TO}" do not have the same documents`,
      detail: expect.stringMatching(
        /^These differences came back each time after they had been corrected:\n {2}- "7" is missing in the new version, although the server accepted it\n/,
      ),
    });
  });

  test("a document that somebody adds again and again", async () => {
    const on = twoVersions(numbered(40));
    on.hook = async (line) => {
      if (line === `GET export ${TO}`) await on.write("x", "added", { collection: TO });
    };
    expect(await on.ended(synced(on)).catch((thrown) => thrown)).toMatchObject({
      rows: [{ id: "x", kind: "surplus" }],
    });
  });
});
