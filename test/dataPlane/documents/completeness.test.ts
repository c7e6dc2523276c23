import { type Count, judgeExport, type Received } from "../../../src/dataPlane/documents/completeness";

const of = (documents: number, collection: string | null = "books"): Count => ({ documents, collection });
const unknown: Count = { unknown: "the key may not ask" };
const judge = (documents: number, before: Count, after: Count, given: Partial<Received> = {}) =>
  judgeExport({ documents, before, after, hasEnd: true, isFiltered: false, ...given });

test.each<[string, ReturnType<typeof judge>]>([
  ["as many as there were", judge(5, of(5), of(5))],
  ["none of none", judge(0, of(0), of(0))],
  ["as many, where the answer does not say where it ends", judge(5, of(5), of(5), { hasEnd: false })],
])("%s: all came", (_, verdict) => {
  expect(verdict).toEqual({ note: null });
});

test.each<[string, ReturnType<typeof judge>, RegExp]>([
  [
    "fewer",
    judge(3, of(5000), of(5000)),
    /reports 5000 documents, both before and after the export, but sent 3/,
  ],
  ["more", judge(6, of(5), of(5)), /reports 5 documents.*sent 6/],
  [
    "fewer that pass a filter",
    judge(3, of(4), of(4), { isFiltered: true }),
    /4 documents that match the filter.*sent 3/,
  ],
  [
    "fewer than ever, while documents are written",
    judge(3, of(4), of(9)),
    /reported 4 documents before the export and 9 after it, but sent 3/,
  ],
  [
    "more than ever, while documents are deleted",
    judge(10, of(9), of(4)),
    /reported 9 documents before.*4 after it, but sent 10/,
  ],
  [
    "a number in between, and no end",
    judge(5, of(4), of(9), { hasEnd: false }),
    /sent 5; its answer does not say where it ends/,
  ],
  [
    "no number, and no end",
    judge(5, unknown, unknown, { hasEnd: false }),
    /sent 5 documents.*does not say where it ends.*the key may not ask/,
  ],
  [
    "another number than the only one that is known",
    judge(3, of(5), unknown),
    /reports 5 documents, but sent 3/,
  ],
  ["an alias that has moved", judge(5, of(5, "a"), of(5, "b")), /"a" before the export and to "b" after it/],
])("%s: not all came, or nobody can tell", (_, verdict, problem) => {
  expect(verdict).toEqual({ problem: expect.stringMatching(problem) });
});

test.each<[string, ReturnType<typeof judge>, RegExp]>([
  [
    "a number in between",
    judge(5, of(4), of(9)),
    /reported 4 documents before the export and 9 after it, and sent 5\. Documents written/,
  ],
  ["no number", judge(5, unknown, unknown), /was not checked.*the key may not ask\. Each line is complete/],
  ["a number only once", judge(5, of(5), unknown), /was not checked/],
])("%s: what is not known is said", (_, verdict, note) => {
  expect(verdict).toEqual({ note: expect.stringMatching(note) });
});
