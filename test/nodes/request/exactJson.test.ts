import fc from "fast-check";
import { exactJson } from "../../../src/nodes/request/exactJson";
import { sortedJson } from "../../../src/provider/api/sortedJson";
import { anyText } from "../../support/anyText";

test("numbers that JSON.parse would round stay what they are, in texts too", () => {
  const text =
    '{"a":9007199254740993,"b":[-9223372036854775808,1e20,1234567890123456.5],"c":"9007199254740993 \\" 1"}';
  expect(exactJson(text)).toEqual({
    a: 9007199254740993n,
    b: [-9223372036854775808n, 1e20, 1234567890123456.5],
    c: '9007199254740993 " 1',
  });
  expect(sortedJson(exactJson(text))).toContain('"a":9007199254740993,"b":[-9223372036854775808,');
});

test("all else is as JSON.parse has it", () => {
  fc.assert(
    fc.property(fc.json(), anyText(), (json, key) => {
      const text = `{${JSON.stringify(key)}:${json},"n":1234567890123456}`;
      expect(exactJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 50 },
  );
  expect(() => exactJson("1234567890123456789,")).toThrow(SyntaxError);
});
