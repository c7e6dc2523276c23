import fc from "fast-check";
import { compareDocuments } from "../../../src/dataPlane/documents/existing";

const FIELDS = { dropped: new Set(["secret"]), made: new Set(["embedding"]) };

test.each<[string, sent: object, stored: object, ReturnType<typeof compareDocuments>]>([
  ["the same in another order", { id: "1", a: [1, { b: "x" }] }, { a: [1, { b: "x" }], id: "1" }, "same"],
  ["null, which is not stored", { id: "1", a: null, o: { p: null } }, { id: "1", o: {} }, "same"],
  ["a number that was a text", { id: "1", year: "7" }, { id: "1", year: 7 }, "same"],
  ["a text that was a flag", { id: "1", sold: true }, { id: "1", sold: "true" }, "same"],
  ["a field that is not kept", { id: "1", secret: "s" }, { id: "1" }, "same"],
  ["a field that the server makes", { id: "1" }, { id: "1", embedding: [0.1] }, "same"],
  ["another value", { id: "1", year: 7 }, { id: "1", year: 8 }, "different"],
  [
    "another text that looks like the same number",
    { id: "1", code: "7.0" },
    { id: "1", code: "7" },
    "different",
  ],
  [
    "long integers that a number would round",
    { id: "1", n: 9007199254740993n },
    { id: "1", n: 9007199254740992n },
    "different",
  ],
  ["a field more", { id: "1" }, { id: "1", year: 7 }, "different"],
  ["a field less", { id: "1", year: 7 }, { id: "1" }, "different"],
  ["another order of a list", { id: "1", tags: ["a", "b"] }, { id: "1", tags: ["b", "a"] }, "different"],
  ["a list for one of its items", { id: "1", tags: ["a"] }, { id: "1", tags: "a" }, "different"],
  [
    "another value of a field that is made",
    { id: "1", embedding: [1] },
    { id: "1", embedding: [2] },
    "different",
  ],
])("%s", (_, sent, stored, expected) => {
  expect(compareDocuments(sent as never, stored as never, FIELDS)).toBe(expected);
});

test("without the schema, only a field that one of them lacks is unclear", () => {
  expect(compareDocuments({ id: "1", a: 1 }, { id: "1" }, null)).toBe("unclear");
  expect(compareDocuments({ id: "1", a: 1 }, { id: "1", b: 2, a: 2 }, null)).toBe("different");
  expect(compareDocuments({ id: "1", a: 1 }, { id: "1", a: 1 }, null)).toBe("same");
});

test("a document is the same as itself, and different from one with another string in it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.string(), (rest, name, value) => {
      const document = { ...rest, [name]: value };
      expect(compareDocuments(document, structuredClone(document), FIELDS)).toBe("same");
      expect(compareDocuments(document, { ...document, [name]: `${value}!` }, FIELDS)).toBe("different");
    }),
    { numRuns: 50 },
  );
});
