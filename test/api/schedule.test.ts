import { dateOfInstant, isDate, isTimeOfDay, isTimezone } from "../../src/api/schedule";

test.each([
  ["Europe/Zurich", true],
  ["America/Argentina/Buenos_Aires", true],
  ["UTC", true],
  ["Europe/Zürich", false],
  ["Mars/Olympus", false],
  ["+01:00", false],
  ["-05", false],
  ["", false],
  [" UTC", false],
])("%p is a timezone: %p", (name, is) => {
  expect(isTimezone(name)).toBe(is);
});

test.each([
  ["00:00", true],
  ["23:59", true],
  ["2:00", false],
  ["24:00", false],
  ["02:00:00", false],
])("%p is a time of day: %p", (text, is) => {
  expect(isTimeOfDay(text)).toBe(is);
});

test.each([
  ["2026-11-22T02:00:00Z", "2026-11-22"],
  ["2026-11-22T02:00:00.5+01:00", "2026-11-22"],
  ["", undefined],
  ["tomorrow", undefined],
  ["2026-11-22", undefined],
  ["2026-11-22T02:00", undefined],
  ["2026-11-22T24:00:00Z", undefined],
])("the date in %p is %p", (text, date) => {
  expect(dateOfInstant(text)).toBe(date);
});

test.each([
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-02-30", false],
  ["2026-13-01", false],
])("%p exists: %p", (date, is) => {
  expect(isDate(date)).toBe(is);
});
