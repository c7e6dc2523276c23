import { sameInstant, toBool, toInstant, toYesNo } from "../../../src/provider/model/convert";

test.each([
  ["2026-11-22T02:00:00Z", "2026-11-22T03:00:00+01:00", true],
  ["2026-11-22T02:00:00Z", "2026-11-22T02:00:01Z", false],
  ["tomorrow", "tomorrow", false],
  ["2026-11-22T02:00:00Z", "tomorrow", false],
])("%s and %s name the same instant: %p", (a, b, expected) => {
  expect(sameInstant(a, b)).toBe(expected);
  expect(sameInstant(b, a)).toBe(expected);
});

test("yes and no are true and false; other values are false, and null is null", () => {
  expect(["yes", "no", "perhaps", null].map(toBool)).toEqual([true, false, false, null]);
  expect([true, false].map(toYesNo)).toEqual(["yes", "no"]);
});

test.each([
  [1_700_000_000, "2023-11-14T22:13:20Z"],
  [1.5, "1970-01-01T00:00:01.500Z"],
  [null, null],
])("%p seconds are %p", (seconds, expected) => {
  expect(toInstant(seconds)).toBe(expected);
});
