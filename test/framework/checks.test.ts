import fc from "fast-check";
import { formatDuration, parseDuration } from "../../src/duration";
import { between, duration, each, matching, notEmpty, oneOf } from "../../src/framework/checks";
import { checkImportId, findDecomposed } from "../../src/framework/unicode";

describe("a check returns the end of the sentence about an invalid value", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["oneOf: listed", oneOf("a", "b")("b"), undefined],
    ["oneOf: other", oneOf("a", "b")("c"), 'must be one of "a", "b", not "c"'],
    ["oneOf: quotes in the value", oneOf("a")('"'), 'must be one of "a", not "\\""'],
    ["duration", duration()("1h30m"), undefined],
    ["duration: none", duration()("soon"), 'must be a duration such as "30s", "90m" or "1h30m", not "soon"'],
    ["duration: just enough", duration("1m")("60s"), undefined],
    ["duration: too short", duration("1m")("59s"), "must be at least 1m, not 59s"],
    ["matching: another", matching(/^a+$/, "some a")("ab"), 'must be some a, not "ab"'],
    ["between: least", between(3, 7)(3), undefined],
    ["between: most", between(3, 7)(7), undefined],
    ["between: above", between(3, 7)(8), "must be a whole number from 3 to 7, not 8"],
    ["between: a fraction", between(3, 7)(3.5), "must be a whole number from 3 to 7, not 3.5"],
    ["notEmpty: text", notEmpty()("a"), undefined],
    ["notEmpty: no items", notEmpty()([]), "must not be empty"],
    ["notEmpty: no entries", notEmpty()({}), "must not be empty"],
    ["each: all pass", each(between(1, 3))([1, 2, 3]), undefined],
    [
      "each: an item",
      each(between(1, 3))([1, 4]),
      "contains an item that must be a whole number from 1 to 3, not 4",
    ],
    [
      "each: an entry",
      each(between(1, 3))({ "us-east": 0 }),
      '["us-east"] must be a whole number from 1 to 3, not 0',
    ],
  ])("%s", (_, problem, expected) => {
    expect(problem).toBe(expected);
  });
});

test.each<[string, number | undefined]>([
  ["0s", 0],
  ["250ms", 250],
  ["90s", 90_000],
  ["1.5h", 5_400_000],
  ["2h2m2s2ms", 7_322_002],
  ["1m1m", 120_000],
  ["", undefined],
  ["-5m", undefined],
  [".5h", undefined],
  ["1h30", undefined],
])("%p is %p milliseconds", (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each<[number, string]>([
  [0, "0s"],
  [250, "250ms"],
  [90_000, "1m30s"],
  [725_000, "12m5s"],
  [3_601_000, "1h1s"],
  [1_499, "1s"],
  [-5_000, "0s"],
])("%p milliseconds read %p", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test("formatting and parsing whole seconds returns the same value", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (seconds) => {
      expect(parseDuration(formatDuration(seconds * 1000))).toBe(seconds * 1000);
    }),
  );
});

test("a hostile string is parsed quickly", () => {
  expect(parseDuration(`${"1".repeat(100_000)}m${"1".repeat(100_000)}`)).toBeUndefined();
});

/** "é" as one character, and as a letter with an accent behind it. */
const [NFC, NFD] = ["caf\u00e9", "cafe\u0301"];

test.each<[unknown, string | undefined]>([
  [NFC, undefined],
  [NFD, NFD],
  ["plain", undefined],
  [null, undefined],
  [7, undefined],
  [["a", { b: [NFD] }], NFD],
  [{ [NFD]: 1 }, NFD],
  [{ a: NFC, b: [NFC, 1, true] }, undefined],
])("in %j, Terraform stores %j as a different string", (value, found) => {
  expect(findDecomposed(value)).toBe(found);
});

test("an id that Terraform would store as another is rejected at import, whatever the type", () => {
  expect(() => checkImportId("searchcloud_collection", `c-1/${NFC}`)).not.toThrow();
  expect(() => checkImportId("searchcloud_collection", `c-1/${NFD}`)).toThrow(
    expect.objectContaining({
      summary: "searchcloud_collection cannot be imported under this id",
      detail: expect.stringMatching(
        /^The id "c-1\/.*" is in decomposed Unicode \(NFD\)\. .* another name at the service/,
      ),
    }),
  );
});
