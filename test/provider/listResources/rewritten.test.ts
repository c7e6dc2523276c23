import fc from "fast-check";
import { isRewritten } from "../../../src/provider/listResources/rewritten";

test.each([
  ["plain", false],
  ["500", false],
  ['"a string"', false],
  ["[1, 2]", true],
  ["[1,2]", false],
  ['{"a":1}', false],
  ['{"b":1,"a":2}', true],
  ['["<"]', true],
  ['["\\u003c"]', false],
])("%s in generated configuration is another string: %p", (text, expected) => {
  expect(isRewritten(text)).toBe(expected);
});

test("a string that is not JSON stays as it is", () => {
  fc.assert(fc.property(fc.string(), (text) => !isRewritten(`x${text}`)));
});
