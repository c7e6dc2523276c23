import * as fc from "fast-check";
import { parsedDocument } from "../../../../src/emulator/dataPlane/documents/json/parse";
import {
  JsonParseError,
  kindOf,
  withPlainNumbers,
} from "../../../../src/emulator/dataPlane/documents/json/values";

const AT = "[json.exception.parse_error.101] parse error at line";

test.each([
  [
    '{"a" 1}',
    "1, column 6: syntax error while parsing object separator - unexpected number literal; expected ':'",
  ],
  [
    '{"a":1,}',
    "1, column 8: syntax error while parsing object key - unexpected '}'; expected string literal",
  ],
  [
    '{"a":1 "b":2}',
    "1, column 10: syntax error while parsing object - unexpected string literal; expected '}'",
  ],
  ["[1 2]", "1, column 4: syntax error while parsing array - unexpected number literal; expected ']'"],
  ["{}{}", "1, column 3: syntax error while parsing value - unexpected '{'; expected end of input"],
  [
    "{\n'a': 1}",
    "2, column 1: syntax error while parsing object key - invalid literal; last read: '''; expected string literal",
  ],
  [
    '{"a":"b',
    `1, column 8: syntax error while parsing value - invalid string: missing closing quote; last read: '"b'`,
  ],
  ['{"a":01}', "1, column 7: syntax error while parsing object - unexpected number literal; expected '}'"],
  [
    '{"a":-}',
    "1, column 7: syntax error while parsing value - invalid number; expected digit after '-'; last read: '-}'",
  ],
  [
    '{"a":"\t"}',
    `1, column 7: syntax error while parsing value - invalid string: control character U+0009 (HT) must be escaped to \\u0009 or \\t; last read: '"<U+0009>'`,
  ],
])("%j is rejected with the message of the server's parser", (text, words) => {
  expect(() => parsedDocument(text)).toThrow(new JsonParseError(`${AT} ${words}`));
});

test("both parsers agree with JSON.parse, and only distinguish numbers written as fractions", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      // What no document of JavaScript has makes the second reader read it.
      const { value, hasFloats } = parsedDocument(`[1.0,${text}]`);
      expect(hasFloats).toBe(true);
      expect(withPlainNumbers(value)).toEqual([1, JSON.parse(text) as unknown]);
      expect(kindOf((value as unknown[])[0])).toBe("float");
      expect(withPlainNumbers(parsedDocument(text).value)).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ minLength: 1, maxLength: 2 }), (text, at, typed) => {
      const place = at % (text.length + 1);
      const broken = text.slice(0, place) + typed + text.slice(place);
      let isJson = true;
      try {
        // The server refuses what is too large for a float, too.
        JSON.parse(broken, (_, value: unknown) => {
          if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError();
          return value;
        });
      } catch {
        isJson = false;
      }
      if (isJson) parsedDocument(broken);
      else expect(() => parsedDocument(broken)).toThrow(JsonParseError);
    }),
  );
});
