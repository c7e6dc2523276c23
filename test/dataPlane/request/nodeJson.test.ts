import { exactJson } from "../../../src/dataPlane/request/exactJson";
import { nodeJson } from "../../../src/dataPlane/request/nodeJson";

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
