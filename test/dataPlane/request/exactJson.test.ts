import fc from "fast-check";
import { exactJson, exactText } from "../../../src/dataPlane/request/exactJson";
import { sortedJson } from "../../../src/provider/model/jsonText";
import { anyText } from "../../support/anyText";

test("numbers that JSON.parse would round stay exact, and strings stay unchanged", () => {
  const text =
    '{"a":9007199254740993,"b":[-9223372036854775808,1e20,1234567890123456.5],"c":"9007199254740993 \\" 1"}';
  expect(exactJson(text)).toEqual({
    a: 9007199254740993n,
    b: [-9223372036854775808n, 1e20, 1234567890123456.5],
    c: '9007199254740993 " 1',
  });
  expect(sortedJson(exactJson(text))).toContain('"a":9007199254740993,"b":[-9223372036854775808,');
});

test("everything else is as JSON.parse returns it", () => {
  fc.assert(
    fc.property(fc.json(), anyText(), (json, key) => {
      const text = `{${JSON.stringify(key)}:${json},"n":1234567890123456}`;
      expect(exactJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 50 },
  );
  expect(() => exactJson("1234567890123456789,")).toThrow(SyntaxError);
});

const LONG = 9007199254740993n;
/** Returns JSON with a value beside an integer that JSON.parse would round. */
const beside = (value: unknown) => JSON.stringify([value]).replace(/\]$/, `,${LONG}]`);

test.each([
  ["the mark of an earlier version, with a number", "\u0000integer 42"],
  ["the same, with none", "\u0000integer x"],
  ["digits, quotes and backslashes", '12345678901234567891\\"\\\\'],
  ["a member called __proto__", JSON.parse(`{"__proto__":{"a":1},"b":"${LONG}"}`)],
])("%s stays unchanged", (_, value) => {
  expect(exactJson(beside(value))).toEqual([value, LONG]);
});

test("numbers stay exact under every name, including __proto__", () => {
  const found = exactJson(`{"__proto__":${LONG},"constructor":${LONG}}`) as object;
  expect(Object.entries(found)).toEqual([
    ["__proto__", LONG],
    ["constructor", LONG],
  ]);
});

test("reads a string of 12 MB, and one of backslashes only", () => {
  for (const long of ["x".repeat(12_000_000), "\\".repeat(3_000_000), '"'.repeat(3_000_000)])
    expect((exactJson(beside(long)) as unknown[])[1]).toBe(LONG);
});

test.each([
  "01234567890123456789",
  "--1234567890123456789",
  "1234567890123456789 1",
  '"a"1234567890123456789',
])("%s is not valid JSON", (text) => {
  expect(() => exactJson(text)).toThrow(SyntaxError);
});

test("very deep nesting causes neither an endless loop nor a stack overflow", () => {
  const depth = 200_000;
  expect(exactJson(`${"[".repeat(depth)}${LONG}${"]".repeat(depth)}`)).toBeInstanceOf(Array);
});

test.each([
  '{"a":9007199254740993,"b":[-9223372036854775808,1],"c":"9007199254740993 \\" 1"}',
  '{"__proto__":12345678901234567890,"b":null}',
  "[]",
])("%s is written as it was read", (text) => {
  expect(exactText(exactJson(text))).toBe(text);
});
