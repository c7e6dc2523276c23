import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { documents } from "../../../../src/provider/resources/documents/resource";
import type { DocumentsValues } from "../../../../src/provider/resources/documents/schema";
import { planOf } from "../../kit";
import { documentsValues, FROM } from "./kit";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const [OLD, NEW] = ['{"id":"1"}\n', '{"id":"1"}\n{"id":"2"}\n'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "documents-"));
  const files = {
    "old.jsonl": OLD,
    "copy.jsonl": OLD,
    "new.jsonl": NEW,
    "list.json": "[\n{}\n]",
    empty: "",
    blank: "\n \n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const plan = (config: Partial<Plannable<DocumentsValues>>, prior?: Partial<DocumentsValues>) =>
  planOf<DocumentsValues>(documents, {
    config: { ...documentsValues(), ...config },
    ...(prior && {
      prior: documentsValues({
        id: "c-1/catalog",
        num_imported: 1,
        imported_at: "2026-11-20T00:00:00Z",
        ...prior,
      }),
    }),
  });
const inState = (values: Partial<DocumentsValues>) => ({ content_hash: sha256(OLD), ...values });

test("a create hashes the file or the string, without a warning; the rest is known after apply", async () => {
  for (const config of [{ file: file("new.jsonl") }, { content: NEW }]) {
    const { planned, diagnostics } = await plan(config);
    expect([planned, diagnostics]).toMatchObject([
      { content_hash: sha256(NEW), id: UNKNOWN, num_imported: UNKNOWN, imported_at: UNKNOWN },
      [],
    ]);
  }
});

describe("an update", () => {
  const IMPORTED = { num_imported: UNKNOWN, imported_at: UNKNOWN };
  const KEPT = { num_imported: 1, imported_at: "2026-11-20T00:00:00Z" };

  test.each<[string, prior: Partial<DocumentsValues>, () => Partial<Plannable<DocumentsValues>>, object]>([
    ["nothing else", { file: "old.jsonl" }, () => ({}), KEPT],
    [
      "the same documents in another file",
      { file: "old.jsonl" },
      () => ({ file: file("copy.jsonl") }),
      { ...KEPT, file: expect.stringMatching(/old\.jsonl$/) },
    ],
    ["the same documents as a string", { file: "old.jsonl" }, () => ({ file: null, content: OLD }), KEPT],
    ["another action", { file: "old.jsonl" }, () => ({ action: "emplace", batch_size: 100 }), KEPT],
    ["another key", { file: "old.jsonl" }, () => ({ api_key: "0ther" }), KEPT],
    ["changed documents", { file: "old.jsonl" }, () => ({ file: file("new.jsonl") }), IMPORTED],
    ["triggers", { file: "old.jsonl" }, () => ({ triggers: { on: "1" } }), IMPORTED],
    ["a file that is not known yet", { file: "old.jsonl" }, () => ({ file: UNKNOWN }), IMPORTED],
  ])("of %s sends only changed documents", async (_, prior, edit, expected) => {
    const before = { ...inState(prior), file: prior.file ? file(prior.file) : null };
    const { planned, summaries } = await plan({ file: before.file, ...edit() }, before);
    expect(planned).toMatchObject(expected);
    expect(summaries).toHaveLength("num_imported" in expected && expected.num_imported === 1 ? 0 : 1);
  });

  test("warns of the amount, source, action and reason of another import", async () => {
    const before = inState({ file: file("old.jsonl") });
    const { warnings } = await plan({ file: file("new.jsonl") }, before);
    expect(warnings).toEqual([
      {
        summary: `File ${file("new.jsonl")} will be imported again into collection "catalog" of cluster c-1`,
        detail: expect.stringMatching(
          /\(2 documents, 22 bytes\) are sent by upsert, because it differs from the last import\./,
        ),
      },
    ]);
    const again = await plan(
      { content: OLD, action: "emplace", triggers: { on: "1" } },
      inState({ content: OLD }),
    );
    expect(again.warnings).toEqual([
      {
        summary: 'The content will be imported again into collection "catalog" of cluster c-1',
        detail: expect.stringMatching(
          /\(1 document, 11 bytes\) are sent by emplace, because its triggers have changed\./,
        ),
      },
    ]);
  });

  const WITHOUT = '{"id":"1"}\n{"title":"a"}\n';
  const DOUBLES = '1 of 2 documents for collection "catalog" of cluster c-1 have no id';

  test("or a create of documents without an id warns that another import duplicates them", async () => {
    const created = await plan({ content: WITHOUT });
    expect(created.warnings).toEqual([
      {
        summary: DOUBLES,
        detail: expect.stringMatching(/so does repeating an apply that was interrupted/),
      },
    ]);
    expect((await plan({ content: WITHOUT, action: "update" })).warnings).toEqual([]);
    const before = { content: WITHOUT, content_hash: sha256(WITHOUT) };
    expect((await plan({ content: WITHOUT }, before)).warnings).toEqual([]);
    const again = await plan({ content: WITHOUT, triggers: { on: "1" } }, before);
    expect([again.summaries.at(-1), again.warnings.at(-1)?.detail]).toEqual([
      DOUBLES,
      expect.stringMatching(/will be duplicated\.$/),
    ]);
  });

  test("of the source collection copies it; of its key sends nothing", async () => {
    const { planned } = await plan({ from: FROM });
    const before = { from: FROM, content_hash: String(planned.content_hash) };
    const edited = await plan({ from: { ...FROM, filter_by: "rank:>1" } }, before);
    expect(edited.planned).toMatchObject(IMPORTED);
    expect(edited.summaries).toEqual([
      'Collection "catalog" of cluster c-2 will be imported again into collection "catalog" of cluster c-1',
    ]);
    const rotated = await plan({ from: { ...FROM, api_key: "0ther" } }, before);
    expect([rotated.planned, rotated.summaries]).toMatchObject([
      { ...KEPT, content_hash: planned.content_hash },
      [],
    ]);
    const unknown = await plan({ from: UNKNOWN }, before);
    expect(unknown.summaries).toEqual([
      'Documents may be imported again into collection "catalog" of cluster c-1',
    ]);
  });

  test("of the collection is a replacement, which leaves the documents in the former one", async () => {
    const before = inState({ file: file("old.jsonl") });
    const { replace, summaries } = await plan({ file: file("old.jsonl"), collection: "shop" }, before);
    expect([replace, summaries]).toEqual([
      ["collection"],
      ['searchcloud_documents deletes no documents from collection "catalog" of cluster c-1'],
    ]);
  });
});

test.each([
  ["missing.jsonl", /and .*missing\.jsonl does not\. Terraform hashes the file at plan.*as content instead/],
  [".", /must name a file, and .* is not a file/],
  ["empty", /is empty/],
  ["blank", /all of its lines are blank/],
  [
    "list.json",
    /names .*list\.json, which must hold one JSON object per line, and line 1 is not JSON.*jq -c/,
  ],
])("the file %s is an error at its path, for a create and an update", async (name, detail) => {
  const before = { ...inState({ file: file("old.jsonl") }) };
  for (const prior of [undefined, before]) {
    const { diagnostics } = await plan({ file: file(name) }, prior);
    expect(diagnostics[0]?.detail.endsWith("with -refresh=false.")).toBe(prior !== undefined);
    expect(diagnostics).toEqual([
      {
        severity: "error",
        summary: "Invalid value for file",
        detail: expect.stringMatching(detail),
        path: ["file"],
      },
    ]);
  }
});

test("a destroy warns of the number of imported documents, and that it deletes none of them", async () => {
  const { warnings } = await planOf(documents, {
    prior: documentsValues({ file: "gone.jsonl", num_imported: 12 }),
  });
  expect(warnings).toEqual([
    {
      summary: 'searchcloud_documents deletes no documents from collection "catalog" of cluster c-1',
      detail: expect.stringMatching(
        /^The 12 documents that it imported stay there\..* collection or live collection: /,
      ),
    },
  ]);
});
