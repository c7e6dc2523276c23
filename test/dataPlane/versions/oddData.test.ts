import { exactJson } from "../../../src/dataPlane/request/exactJson";
import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { hashOfContent } from "../../../src/dataPlane/versions/hashes";
import { settle } from "../../../src/dataPlane/versions/settle";
import type { UpdatedAt } from "../../../src/dataPlane/versions/sync";
import { FIELDS, FROM, TO, twoVersions } from "./kit";

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

test("contents of any kind arrive as they are, also when they change at the last moment", async () => {
  const fields = [
    { name: "title", type: "string" },
    { name: "updated_at", type: "int64" },
    { name: "big", type: "int64", optional: true },
    { name: "price", type: "float", optional: true },
    { name: "place", type: "geopoint", optional: true },
    { name: "meta", type: "object", optional: true },
    { name: "items", type: "object[]", optional: true },
    { name: ".*_auto", type: "auto" },
    { name: ".*_text", type: "string*" },
  ];
  const on = twoVersions();
  const ctx = on.ctx({ pair: { from: "o_old", to: "o_new" } });
  for (const name of ["o_old", "o_new"])
    on.service.createCollectionOutside(CLUSTER, { name, fields, enable_nested_fields: true });
  const contents: readonly string[] = [
    '"big":9223372036854775807',
    '"big":-9007199254740993,"price":0.1',
    '"price":1e21,"outside":9007199254740993,"deep":{"n":9007199254740995}',
    '"meta":{"a":{"b":null,"c":[1,null]},"d":{}},"items":[{"n":1,"s":"x"},{"n":2}]',
    '"place":[48.85,2.35],"outside":null',
    '"a_auto":1,"b_text":7',
    `"outside":"${"long \\u00e9 ".repeat(50_000)}"`,
    '"outside":"\\u2028 \\ud83d\\ude00 \\n \\" \\\\"',
  ];
  const put = async (name: string, id: string, at: number, more: string) => {
    const text = `{"id":"${id}","title":"t","updated_at":${at},${more}}`;
    const lines = async function* () {
      yield Buffer.from(text);
    };
    const query = { action: "upsert", dirty_values: "coerce_or_reject" } as const;
    const input = { path: { name }, query, lines };
    const answer = await on.nodes.stream("importDocuments", input, { signal: ctx.signal });
    for await (const piece of answer) expect(Buffer.from(piece).toString()).toContain('"success":true');
  };
  const texts = async (name: string) => {
    const answer = await on.nodes.stream("exportDocuments", { path: { name } }, { signal: ctx.signal });
    let text = "";
    for await (const piece of answer) text += Buffer.from(piece).toString();
    return text.split("\n").filter(Boolean).sort();
  };
  // A document that was merged has its properties in another order, and none that are null.
  const exact = async (name: string) =>
    (await texts(name)).map((line) => hashOfContent(exactJson(line) as object)).sort();
  const early = on.seconds() - 3600;
  for (const [at, more] of contents.entries()) await on.ended(put("o_old", `d${at}`, early, more));
  const copied = await on.ended(copyDocuments(ctx));
  const caught = await on.ended(catchUp(ctx, copied));
  expect(caught.documents).toBe(contents.length);
  expect(await on.ended(texts("o_new"))).toEqual(await on.ended(texts("o_old")));
  // Each document gets the content of the next one.
  for (const [at] of contents.entries())
    await on.ended(put("o_old", `d${at}`, on.seconds() + 1, contents[(at + 1) % contents.length] ?? ""));
  const done = await on.ended(settle(ctx, caught));
  expect(done).toMatchObject({ updated: contents.length, left: [] });
  expect(await on.ended(exact("o_new"))).toEqual(await on.ended(exact("o_old")));
});

test("a late document that the new version rejects is left, and the rest is carried over", async () => {
  const price = { name: "price", type: "int32", optional: true };
  const on = twoVersions([{ id: "a" }, { id: "b" }, { id: "c" }], {
    from: [...FIELDS, { name: "price", type: "string", optional: true }],
    to: [...FIELDS, price],
  });
  const ctx = on.ctx();
  const caught = await on.ended(catchUp(ctx, await on.ended(copyDocuments(ctx))));
  const late = (id: string, more: object) => ({ id, title: "late", updated_at: on.seconds() + 1, ...more });
  on.service.addDocumentsOutside(CLUSTER, FROM, [
    late("a", { price: "much" }),
    late("b", {}),
    late("new", { price: "more" }),
  ]);
  const done = await on.ended(settle(ctx, caught));
  expect(done).toMatchObject({ created: 0, updated: 1 });
  expect(done.left.map(({ id, why }) => `${id}: ${why}`).sort()).toEqual([
    "a: the server did not take the change",
    expect.stringMatching(/^new: .*price/),
  ]);
  expect((await on.rows(TO)).get("b")?.title).toBe("late");
});

test("a late document that the server rejects as a request does not hold up the rest", async () => {
  const on = twoVersions([{ id: "huge" }, { id: "b" }]);
  const ctx = on.ctx();
  const caught = await on.ended(catchUp(ctx, await on.ended(copyDocuments(ctx))));
  // The emulator takes no longer body of one document, as a proxy before a server may.
  const text = "x".repeat(1_100_000);
  on.service.addDocumentsOutside(CLUSTER, FROM, [
    { id: "huge", title: text, updated_at: on.seconds() + 1 },
    { id: "b", title: "late", updated_at: on.seconds() + 1 },
  ]);
  const done = await on.ended(settle(ctx, caught));
  expect(done).toMatchObject({ updated: 1, left: [{ id: "huge", why: expect.stringContaining("413") }] });
});
