import fc from "fast-check";
import { compareCollections } from "../../../../src/provider/shared/comparison/documents";

describe("documents", () => {
  const sides = { reference: "the cluster", candidate: "the clone" };
  const compared = (before: object, after: object, clone: object, hidden: string[] = []) =>
    compareCollections({ before, after, candidate: clone, hidden: new Set(hidden) } as never, sides).map(
      ({ reference, candidate, passed, detail }) => [reference, candidate, passed, detail],
    );

  test.each<[string, object, object, object, [string, string, boolean, string | null]]>([
    ["as many", { a: 1 }, { a: 1 }, { a: 1 }, ["1 document", "1 document", true, null]],
    [
      "one lost",
      { a: 3 },
      { a: 3 },
      { a: 2 },
      ["3 documents", "2 documents", false, "the clone lacks 1 document"],
    ],
    ["more", { a: 3 }, { a: 3 }, { a: 5 }, ["3 documents", "5 documents", false, "the clone has 2 more"]],
    ["written meanwhile", { a: 3 }, { a: 9 }, { a: 5 }, ["3 to 9 documents", "5 documents", true, null]],
    ["deleted meanwhile", { a: 9 }, { a: 3 }, { a: 5 }, ["3 to 9 documents", "5 documents", true, null]],
    [
      "no collection",
      { a: 0 },
      { a: 0 },
      {},
      ["0 documents", "no such collection", false, "the clone lacks the collection"],
    ],
    [
      "a collection that is called as a part of every object",
      {},
      { constructor: 3 },
      {},
      ["0 to 3 documents", "no such collection", true, null],
    ],
    [
      "a collection that was dropped meanwhile",
      { a: 3 },
      {},
      {},
      ["0 to 3 documents", "no such collection", true, null],
    ],
    [
      "a collection that was made meanwhile",
      {},
      { a: 3 },
      { a: 0 },
      ["0 to 3 documents", "0 documents", true, null],
    ],
    [
      "a collection of the clone alone",
      {},
      {},
      { a: 3 },
      ["no such collection", "3 documents", false, "only the clone has the collection"],
    ],
    [
      "as many as nobody knows",
      { a: null },
      { a: null },
      { a: null },
      [
        "an unknown number of documents",
        "an unknown number of documents",
        false,
        "the server does not report the number of documents",
      ],
    ],
  ])("%s", (_, before, after, clone, check) => {
    expect(compared(before, after, clone)).toEqual([check]);
  });

  test("of a collection that is hidden from the source's key are not compared", () => {
    expect(compared({ b: 1 }, { b: 1 }, { a: 3, b: 1 }, ["a"])).toHaveLength(1);
  });

  test("any state of the source between its two counts passes, and none beyond them", () => {
    const counts = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.nat(9));
    fc.assert(
      fc.property(counts, counts, fc.nat(20), (before, after, seen) => {
        const names = Object.keys(before).filter((name) => name in after);
        const clone = { ...before, ...Object.fromEntries(names.map((name) => [name, seen])) };
        const isBetween = names.every((name) => {
          const both = [before[name] ?? 0, after[name] ?? 0];
          return Math.min(...both) <= seen && seen <= Math.max(...both);
        });
        expect(compared(before, after, clone).every(([, , passed]) => passed)).toBe(isBetween);
      }),
    );
  });
});
