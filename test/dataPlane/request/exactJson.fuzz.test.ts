import fc from "fast-check";
import { exactJson } from "../../../src/dataPlane/request/exactJson";
import { sortedJson } from "../../../src/provider/model/jsonText";
import { anyText } from "../../support/anyText";
import { fuzzRuns } from "../../support/fuzz";

/** Strings that look like what a parser may trip over. */
const hostile = fc.oneof(
  anyText(),
  fc.string({
    unit: fc.constantFrom(
      "\\",
      '"',
      "0",
      "9",
      "1234567890123456789",
      "\u0000",
      "integer ",
      "-",
      "e",
      "{",
      ",",
      ":",
    ),
  }),
);
const leaf = fc.oneof(
  hostile,
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value")), fc.dictionary(hostile, tie("value"))),
}));

test("documents come back as they were sent, with any strings, names and integers", () => {
  fc.assert(
    fc.property(value, (document) => {
      const text = sortedJson(document);
      expect(sortedJson(exactJson(text))).toBe(text);
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test("rejects and accepts the same as JSON.parse, and quickly", () => {
  const pieces = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "\\",
    "-",
    "0",
    "1.5e3",
    "1234567890123456789",
    "true",
    " ",
    "x",
    '"a"',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const reads = (parse: (text: string) => unknown) => {
        try {
          parse(text);
          return true;
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
          return false;
        }
      };
      expect(reads(exactJson)).toBe(reads(JSON.parse));
    }),
    { numRuns: fuzzRuns(300) },
  );
});
