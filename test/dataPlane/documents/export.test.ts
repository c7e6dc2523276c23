import fc from "fast-check";
import { type Line, lineSplitter, textOf } from "../../../src/api/dataPlane/jsonLines";
import { InterruptedError } from "../../../src/client";
import { exportDocuments } from "../../../src/dataPlane/documents/export";
import { type Batch, inBatches } from "../../../src/dataPlane/documents/requests";
import { failing } from "../../provider/kit";
import { type Answer, FORBIDDEN, nodesOf, type Stock } from "./kit";

const BROKEN = failing("network", null, "Could not export documents: the connection was closed");
const WHOLE = '{"id":"1"}\n{"id":"2"}';

/** Runs an export. Returns its documents, its end, and its notes. */
async function exporting(answer: Answer, stock: Stock = {}, filterBy?: string) {
  const { nodes, calls } = nodesOf([answer], { counts: [2], ...stock });
  const [texts, notes, totals]: [string[], string[], (number | null)[]] = [[], [], []];
  const documents = exportDocuments(
    nodes,
    { collection: "catalog", filterBy },
    {
      signal: new AbortController().signal,
      onNote: (note) => notes.push(note),
      onTotal: (total) => totals.push(total),
    },
  );
  let error: unknown = null;
  try {
    for await (const lines of documents) texts.push(textOf(lines).toString());
  } catch (thrown) {
    error = thrown;
  }
  return { text: texts.join(""), error, notes, totals, calls: calls() };
}
const incomplete = (detail: RegExp, reachedEnd: boolean) =>
  expect.objectContaining({
    summary: 'The export of collection "catalog" of cluster c-1 is not complete',
    detail: expect.stringMatching(detail),
    reachedEnd,
  });

test("all documents arrive, in pieces that end anywhere; the number was known before", async () => {
  const { text, error, notes, totals, calls } = await exporting(['{"id"', ':"1"}\n{"id":"2"', "}"]);
  expect([text, error, notes, totals]).toEqual([`${WHOLE}\n`, null, [], [2]]);
  expect(calls).toEqual(["getCollection", "getCollection"]);
});

test("filtered documents are counted by a search", async () => {
  expect((await exporting([WHOLE], {}, "rank:>1")).calls).toEqual(["searchDocuments", "searchDocuments"]);
  expect((await exporting([WHOLE], { counts: [3] }, "rank:>1")).error).toEqual(
    incomplete(/The server reports 3 documents that match the filter, .* but sent 2/, true),
  );
});

test.each<[string, Answer, Stock, RegExp, boolean]>([
  [
    "ends early",
    [WHOLE],
    { counts: [5000] },
    /^The server reports 5000 documents, .* but sent 2\. Run the export again/,
    true,
  ],
  ["is empty", [], {}, /reports 2 documents.*sent 0/, true],
  [
    "ends in half a line",
    ['{"id":"1"}\n{"id":"2'],
    {},
    /^Line 2 of the answer is not JSON: .* By then, 1 of 2 documents/,
    false,
  ],
  ["is a page", ["<!doctype html>\n<html>"], {}, /^Line 1 of the answer is not JSON/, false],
  ["is JSON of another kind", ['["a"]'], {}, /^Line 1 of the answer is a JSON array/, false],
  [
    "holds an error in the place of a document",
    ['{"id":"1"}\n{"message":"Internal error"}\n'],
    {},
    /^Line 2 of the answer has no "id"/,
    false,
  ],
  ["is an error, and the number is unknown", ['{"message":"x"}'], { counts: [FORBIDDEN] }, /no "id"/, false],
  [
    "breaks off",
    ['{"id":"1"}\n', BROKEN],
    {},
    /connection was closed\. By then, 1 of 2 documents had arrived/,
    false,
  ],
  [
    "is interrupted, of unknown length",
    [BROKEN],
    { counts: [FORBIDDEN] },
    /By then, 0 of an unknown number of documents/,
    false,
  ],
  [
    "has no end, and no number",
    [WHOLE],
    { counts: [FORBIDDEN], hasEnd: false },
    /does not say where it ends.*collections:get/,
    true,
  ],
  [
    "comes by an alias that moved",
    [WHOLE],
    { names: ["a", "b"] },
    /"a" before the export and to "b" after it/,
    true,
  ],
])("an answer that %s is not complete", async (_, answer, stock, detail, reachedEnd) => {
  expect((await exporting(answer, stock)).error).toEqual(incomplete(detail, reachedEnd));
});

test.each<[string, Stock, RegExp]>([
  ["the key may not read the collection", { counts: [FORBIDDEN] }, /was not checked.*collections:get/],
  ["the server says nonsense", { counts: [-1] }, /a node answered -1/],
  [
    "documents are written meanwhile",
    { counts: [1, 4] },
    /reported 1 document before the export and 4 after it, and sent 2/,
  ],
])("notes what cannot be checked: %s", async (_, stock, note) => {
  const { error, notes } = await exporting([WHOLE], stock);
  expect([error, notes]).toEqual([null, [expect.stringMatching(note)]]);
});

test("an interrupt ends the export as an interrupt", async () => {
  const stop = new InterruptedError("exporting");
  expect((await exporting([WHOLE, stop])).error).toBe(stop);
  expect((await exporting([WHOLE], { counts: [stop] })).error).toBe(stop);
});

describe("batches", () => {
  async function* given(groups: readonly (readonly Line[])[]) {
    yield* groups;
  }

  async function batchesOf(groups: readonly (readonly Line[])[], limits: { most: number; bytes: number }) {
    const found: Batch[] = [];
    for await (const batch of inBatches(given(groups), limits)) found.push(batch);
    return found;
  }

  test("batches hold all lines in order, are never empty, keep both limits, and are as full as these allow", async () => {
    const line = fc.integer({ min: 1, max: 30 }).map((size) => Buffer.alloc(size, "x"));
    const groups = fc.array(fc.array(line));
    await fc.assert(
      fc.asyncProperty(groups, fc.integer({ min: 1, max: 5 }), async (sizes, most) => {
        const lines = sizes.map((some) => some.map((bytes, number): Line => ({ number, bytes })));
        const batches = await batchesOf(lines, { most, bytes: 40 });
        expect(batches.flat()).toEqual(lines.flat());
        for (const [at, batch] of batches.entries()) {
          const size = textOf(batch).length - 1;
          expect(batch.length === 1 || (batch.length <= most && size <= 40)).toBe(true);
          const next = batches[at + 1]?.[0];
          if (next) expect(batch.length === most || size + 1 + next.bytes.length > 40).toBe(true);
        }
      }),
    );
  });

  test("a body consists of the lines, each with its end", () => {
    const { push, end } = lineSplitter();
    const lines = [...push(Buffer.from('{"a":1}\r\n\n {"b":2}')), ...end()];
    expect(textOf(lines).toString()).toBe('{"a":1}\n{"b":2}\n');
  });
});
