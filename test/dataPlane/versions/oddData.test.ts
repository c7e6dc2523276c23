import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { settle } from "../../../src/dataPlane/versions/settle";
import type { UpdatedAt } from "../../../src/dataPlane/versions/sync";
import { FROM, TO, twoVersions } from "./kit";

const CLUSTER = "c-1";

/** Ids that paths, filters and lists treat in their own way. */
const ODD_IDS = [
  "with space",
  "a/b",
  "a,b",
  "(x)",
  "a && b",
  "a || b",
  `"quoted"`,
  "it's",
  "100%",
  "%2F",
  "😀é",
  "x".repeat(1000),
  "😀".repeat(500),
  "42",
  "-1",
  "1e9",
  "a:b",
  ":=x",
  "[1]",
  "a\\b",
  "a+b",
  "a?b#c",
  "a&b=c",
  "...",
  "null",
  "$ref(x)",
  "!a",
  ">5",
  "a..b",
  "a\tb",
];

function nested() {
  const on = twoVersions();
  const fields = [
    { name: "title", type: "string" },
    { name: "meta", type: "object" },
    { name: "meta.updated_at", type: "int64" },
  ];
  for (const name of ["n_old", "n_new"])
    on.service.createCollectionOutside(CLUSTER, { name, fields, enable_nested_fields: true });
  return on;
}

test("a time in an object leads copy, catch-up and settle", async () => {
  const on = nested();
  const updatedAt: UpdatedAt = { field: "meta.updated_at", unit: "s" };
  const ctx = on.ctx({ pair: { from: "n_old", to: "n_new" }, updatedAt });
  const document = (id: string, title: string, at: number) => ({
    id,
    title,
    meta: { updated_at: at, by: title },
  });
  const early = on.seconds() - 3600;
  on.service.addDocumentsOutside(
    CLUSTER,
    "n_old",
    ["edited", "late", "gone", "same", "newer"].map((id) => document(id, "old", early)),
  );
  const copied = await on.ended(copyDocuments(ctx));
  const put = (name: string, given: object) =>
    on.nodes.call(
      "createDocument",
      { path: { name }, query: { action: "upsert" }, body: given as never },
      { signal: ctx.signal },
    );
  await on.ended(put("n_old", document("edited", "during the copy", on.seconds())));
  const caught = await on.ended(catchUp(ctx, copied));
  await on.ended(put("n_old", document("late", "before the move", on.seconds() + 1)));
  await on.ended(put("n_old", document("new", "before the move", on.seconds() + 1)));
  await on.ended(put("n_new", document("newer", "after the move", on.seconds() + 2)));
  await on.ended(
    on.nodes.call("deleteDocument", { path: { name: "n_old", id: "gone" } }, { signal: ctx.signal }),
  );
  const done = await on.ended(settle(ctx, caught));
  expect(done).toMatchObject({ created: 1, updated: 1, deleted: 1, left: [] });
  const titles = [...(await on.rows("n_new"))].map(([id, { title }]) => `${id}: ${title}`);
  expect(titles).toEqual([
    "edited: during the copy",
    "late: before the move",
    "new: before the move",
    "newer: after the move",
    "same: old",
  ]);
});

test("odd ids are copied, caught up with, changed, created and deleted", async () => {
  const on = twoVersions(ODD_IDS.map((id) => ({ id })));
  const ctx = on.ctx();
  const copied = await on.ended(copyDocuments(ctx));
  for (const id of ODD_IDS) await on.write(id, "edited during the copy");
  for (const id of ODD_IDS) await on.write(`${id} new`, "created during the copy");
  const surplus = ODD_IDS.map((id) => ({ id: `${id} surplus`, title: "x", updated_at: on.seconds() - 7200 }));
  on.service.addDocumentsOutside(CLUSTER, TO, surplus);
  const missing = ODD_IDS.map((id) => ({ id: `${id} missing`, title: "x", updated_at: on.seconds() - 7200 }));
  on.service.addDocumentsOutside(CLUSTER, FROM, missing);
  const caught = await on.ended(catchUp(ctx, copied));
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
  for (const id of ODD_IDS) await on.write(id, "edited before the move", { behind: -1 });
  for (const id of ODD_IDS) await on.write(`${id} late`, "created before the move", { behind: -1 });
  for (const id of ODD_IDS) await on.remove(`${id} new`);
  const done = await on.ended(settle(ctx, caught));
  expect(done.left).toEqual([]);
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
});
