import fc from "fast-check";
import { exactJson } from "../../../src/dataPlane/request/exactJson";
import { jsonLines, jsonOrLines, nodeJson } from "../../../src/dataPlane/request/nodeJson";

test.each([
  [
    '{"message": "Could not find a document with id: "a" b"}',
    { message: 'Could not find a document with id: "a" b' },
  ],
  [
    '{"message": "Could not find a document with id: a\\"}',
    { message: "Could not find a document with id: a\\" },
  ],
  [
    '{"message": "Could not find a document with id: a\nb"}\n',
    { message: "Could not find a document with id: a\nb" },
  ],
  ['{"message": "said \\"so\\""}', { message: 'said "so"' }],
  ['{"n": 9007199254740993}', { n: 9007199254740993n }],
])("%s", (text, json) => {
  expect(nodeJson(text, exactJson)).toEqual(json);
});

test.each(['{"message": "cut o', "<html>", '{"id": "a"b"}', 'x{"message": "a"}'])(
  "%s is no answer",
  (text) => {
    expect(() => nodeJson(text)).toThrow(SyntaxError);
  },
);

test("several lines are read as they were written; one line as one value", () => {
  const words = fc.array(fc.record({ word: fc.string(), root: fc.string({ unit: "binary" }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, (lines) => {
      const [first, ...others] = lines;
      expect(jsonOrLines(jsonLines(lines))).toEqual(others.length === 0 ? first : lines);
    }),
  );
});

test("an error in lines is the answer of nodes", () => {
  expect(nodeJson('{"message": "no "dictionary""}\n', jsonOrLines)).toEqual({ message: 'no "dictionary"' });
});
