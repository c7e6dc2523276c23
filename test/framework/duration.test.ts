import fc from "fast-check";
import { formatDuration, parseDuration } from "../../src/framework/duration";

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
  [3_601_000, "1h1s"],
  [1_499, "1s"],
  [-5_000, "0s"],
])("%p milliseconds read %p", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test("what is written for whole seconds is read as the same", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (seconds) => {
      expect(parseDuration(formatDuration(seconds * 1000))).toBe(seconds * 1000);
    }),
  );
});

test("no text takes long", () => {
  expect(parseDuration(`${"1".repeat(100_000)}m${"1".repeat(100_000)}`)).toBeUndefined();
});
