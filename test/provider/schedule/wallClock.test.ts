import { firstShowing, wallClock } from "../../../src/provider/schedule/wallClock";

/** Moment, timezone, and what its clocks show, as if it were UTC. */
test.each<[moment: string, timezone: string, shown: string]>([
  ["2026-11-22T01:00:00Z", "Europe/Zurich", "2026-11-22T02:00:00Z"],
  ["2026-03-29T00:59:59Z", "Europe/Zurich", "2026-03-29T01:59:59Z"],
  ["2026-03-29T01:00:00Z", "Europe/Zurich", "2026-03-29T03:00:00Z"],
  ["2027-01-01T03:00:00Z", "America/New_York", "2026-12-31T22:00:00Z"],
  ["2026-06-01T00:00:00.999Z", "UTC", "2026-06-01T00:00:00Z"],
])("at %s, %s shows %s", (moment, timezone, shown) => {
  expect(new Date(wallClock(timezone)(Date.parse(moment)))).toEqual(new Date(shown));
});

test.each<[timezone: string, wanted: string, moment: string]>([
  ["Europe/Zurich", "2026-11-22T00:00:00Z", "2026-11-21T23:00:00Z"],
  // Clocks that go forward at midnight: the day begins at one.
  ["America/Santiago", "2026-09-06T00:30:00Z", "2026-09-06T04:00:00Z"],
  // Clocks that go back at midnight: half past eleven in the evening comes twice.
  ["America/Santiago", "2026-04-04T23:30:00Z", "2026-04-05T02:30:00Z"],
  ["America/Santiago", "2026-04-05T00:00:00Z", "2026-04-05T04:00:00Z"],
  // A whole day that was skipped.
  ["Pacific/Apia", "2011-12-30T02:00:00Z", "2011-12-30T10:00:00Z"],
])("in %s, %s is first shown at %s", (timezone, wanted, moment) => {
  expect(new Date(firstShowing(wallClock(timezone), Date.parse(wanted)))).toEqual(new Date(moment));
});

test("a clock of an unknown timezone cannot be had", () => {
  expect(() => wallClock("Mars/Olympus")).toThrow(RangeError);
});
