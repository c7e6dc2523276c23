import { sameInstant, withinVersion } from "../../../src/provider/api/convert";

test.each([
  ["2026-11-22T02:00:00Z", "2026-11-22T02:00:00Z", true],
  ["2026-11-22T02:00:00Z", "2026-11-22T03:00:00+01:00", true],
  ["2026-11-22T02:00:00Z", "2026-11-22T02:00:00.000Z", true],
  ["2026-11-22T02:00:00Z", "2026-11-21T21:00:00-05:00", true],
  ["2026-11-22T02:00:00Z", "2026-11-22T02:00:01Z", false],
  ["2026-11-22T02:00:00Z", "2026-11-22T02:00:00+01:00", false],
  ["tomorrow", "tomorrow", false],
  ["2026-11-22T02:00:00Z", "tomorrow", false],
])("%s and %s name the same instant: %p", (a, b, expected) => {
  expect(sameInstant(a, b)).toBe(expected);
  expect(sameInstant(b, a)).toBe(expected);
});

test.each([
  ["27.1", "27.1", true],
  ["27.1", "27", true],
  ["27.1.3", "27", true],
  ["27.1.3", "27.1", true],
  ["27", "27.1", false],
  ["270.1", "27", false],
  ["27.10", "27.1", false],
  ["28.0", "27", false],
])("%s runs where %s is wanted: %p", (running, wanted, expected) => {
  expect(withinVersion(running, wanted)).toBe(expected);
});
