import fc from "fast-check";
import { DAYS_OF_WEEK } from "../../../../src/api/schedule";
import {
  dayOfWeek,
  firstShowing,
  isOpen,
  nextOpening,
  openings,
  type Window,
  wallClock,
} from "../../../../src/provider/shared/schedule/window";
import { anyMoment, anyWindow, DAY, HOUR, MINUTE, text, utc, windowIn } from "./windows";

function firstOpenings(window: Window, from: string, number: number): string[] {
  const all = [...openings(window, utc(from))];
  return all.slice(0, number).map(({ opens, closes }) => `${text(opens)} to ${text(closes)}`);
}

test.each<[what: string, window: Window, from: string, expected: string[]]>([
  [
    "the next opening only when this one has closed",
    windowIn("UTC", "02:00"),
    "2026-11-22T02:59:59.999Z",
    ["2026-11-22T02:00:00Z to 2026-11-22T03:00:00Z", "2026-11-29T02:00:00Z to 2026-11-29T03:00:00Z"],
  ],
  [
    "days by the calendar of the timezone: Sunday in Kolkata begins on Saturday in UTC",
    windowIn("Asia/Kolkata", "02:00"),
    "2026-11-20T00:00:00Z",
    ["2026-11-21T20:30:00Z to 2026-11-21T21:30:00Z"],
  ],
  [
    "over midnight",
    windowIn("Europe/Zurich", "23:30", { days: ["saturday"], duration: 3 * HOUR }),
    "2026-11-22T01:00:00Z",
    ["2026-11-21T22:30:00Z to 2026-11-22T01:30:00Z", "2026-11-28T22:30:00Z to 2026-11-29T01:30:00Z"],
  ],
  [
    "several days, in the order of the calendar",
    windowIn("UTC", "02:00", { days: ["wednesday", "monday"] }),
    "2026-11-24T00:00:00Z",
    [
      "2026-11-25T02:00:00Z to 2026-11-25T03:00:00Z",
      "2026-11-30T02:00:00Z to 2026-11-30T03:00:00Z",
      "2026-12-02T02:00:00Z to 2026-12-02T03:00:00Z",
    ],
  ],
  [
    "a week long",
    windowIn("UTC", "00:00", { duration: 7 * DAY }),
    "2026-11-28T23:59:59Z",
    ["2026-11-22T00:00:00Z to 2026-11-29T00:00:00Z", "2026-11-29T00:00:00Z to 2026-12-06T00:00:00Z"],
  ],
])("%s", (_, window, from, expected) => {
  expect(firstOpenings(window, from, expected.length)).toEqual(expected);
});

/** The opening of the Sunday on which clocks change, and that of the Sunday after it. */
test.each<[timezone: string, start: string, sunday: string, opens: string, aWeekLater: string]>([
  // Forward from 02:00 to 03:00 at 01:00 UTC.
  ["Europe/Zurich", "02:30", "2026-03-29", "2026-03-29T01:00:00Z", "2026-04-05T00:30:00Z"],
  ["Europe/Zurich", "03:00", "2026-03-29", "2026-03-29T01:00:00Z", "2026-04-05T01:00:00Z"],
  // Back from 03:00 to 02:00 at 01:00 UTC.
  ["Europe/Zurich", "02:00", "2026-10-25", "2026-10-25T00:00:00Z", "2026-11-01T01:00:00Z"],
  ["Europe/Zurich", "03:00", "2026-10-25", "2026-10-25T02:00:00Z", "2026-11-01T02:00:00Z"],
  // Forward at 07:00 UTC, back at 06:00 UTC.
  ["America/New_York", "02:30", "2026-03-08", "2026-03-08T07:00:00Z", "2026-03-15T06:30:00Z"],
  ["America/New_York", "01:30", "2026-11-01", "2026-11-01T05:30:00Z", "2026-11-08T06:30:00Z"],
  // Half an hour: back from 02:00 to 01:30 at 15:00 UTC on Saturday, forward from 02:00 to 02:30 at 15:30 UTC.
  ["Australia/Lord_Howe", "01:45", "2026-04-05", "2026-04-04T14:45:00Z", "2026-04-11T15:15:00Z"],
  ["Australia/Lord_Howe", "02:15", "2026-10-04", "2026-10-03T15:30:00Z", "2026-10-10T15:15:00Z"],
])("%s, %s on %s and a week later", (timezone, start, sunday, opens, aWeekLater) => {
  const window = windowIn(timezone, start, { duration: 10 * MINUTE });
  const found = [...openings(window, utc(`${sunday}T00:00:00Z`) - 15 * HOUR)];
  expect(found.slice(0, 2).map((opening) => text(opening.opens))).toEqual([opens, aWeekLater]);
});

/** Whole days and midnights that clocks skip or show twice. */
test.each<[timezone: string, wanted: string, moment: string]>([
  // Clocks that go forward at midnight: the day begins at one.
  ["America/Santiago", "2026-09-06T00:30:00Z", "2026-09-06T04:00:00Z"],
  // Clocks that go back at midnight: half past eleven in the evening comes twice.
  ["America/Santiago", "2026-04-04T23:30:00Z", "2026-04-05T02:30:00Z"],
  ["America/Santiago", "2026-04-05T00:00:00Z", "2026-04-05T04:00:00Z"],
  // A whole day that was skipped.
  ["Pacific/Apia", "2011-12-30T02:00:00Z", "2011-12-30T10:00:00Z"],
])("the clocks of %s first show %s at %s", (timezone, wanted, moment) => {
  expect(text(firstShowing(wallClock(timezone), utc(wanted)))).toBe(moment);
});

test("the duration is elapsed time: two hours last two hours when clocks change in them", () => {
  const window = windowIn("Europe/Zurich", "01:30", { duration: 2 * HOUR });
  expect(firstOpenings(window, "2026-03-28T00:00:00Z", 1)).toEqual([
    "2026-03-29T00:30:00Z to 2026-03-29T02:30:00Z",
  ]);
  expect(firstOpenings(window, "2026-10-24T00:00:00Z", 1)).toEqual([
    "2026-10-24T23:30:00Z to 2026-10-25T01:30:00Z",
  ]);
});

test("openings end 60 days ahead, and a window without days has none", () => {
  const from = utc("2026-11-22T02:00:00Z");
  const all = [...openings(windowIn("UTC", "02:00"), from)];
  expect(all).toHaveLength(9);
  expect(text(all.at(-1)?.opens ?? 0)).toBe("2027-01-17T02:00:00Z");
  expect(nextOpening(windowIn("UTC", "02:00", { days: [] }), from)).toBeUndefined();
});

describe("any window", () => {
  test("opens at its start on one of its days, or where that is skipped at the first moment after; in order, each time once", () => {
    fc.assert(
      fc.property(anyWindow, anyMoment, (window, from) => {
        const clock = wallClock(window.timezone);
        const start = utc(`1970-01-01T${window.start}:00Z`);
        const all = [...openings(window, from)];
        expect((all[0]?.opens ?? Number.POSITIVE_INFINITY) - from).toBeLessThan(8 * DAY);
        all.slice(0, 10).forEach(({ opens, closes }, index) => {
          const shown = clock(opens);
          const isSkipped = clock(opens - 1) + 1000 < shown;
          if (!isSkipped) expect(shown % DAY).toBe(start);
          expect(window.days).toContain(dayOfWeek(shown));
          expect(closes - opens).toBe(window.duration);
          expect(closes).toBeGreaterThan(from);
          expect(opens).toBeGreaterThan(all[index - 1]?.opens ?? 0);
        });
      }),
    );
  });

  test("is open inside its openings, and only there", () => {
    fc.assert(
      fc.property(anyWindow, anyMoment, fc.integer({ min: 0, max: 9 * DAY }), (window, from, later) => {
        const at = from + later;
        const inside = (moment: number) =>
          [...openings(window, from)].some(({ opens, closes }) => opens <= moment && moment < closes);
        const { opens = at, closes = at } = nextOpening(window, from) ?? {};
        for (const moment of [at, opens, opens - 1, closes - 1, closes])
          if (moment >= from) expect(isOpen(window, moment)).toBe(inside(moment));
      }),
    );
  });

  test("has no opening that a later call would omit", () => {
    fc.assert(
      fc.property(anyWindow, anyMoment, fc.integer({ min: 0, max: 30 * DAY }), (window, from, later) => {
        const at = from + later;
        const seenBefore = [...openings(window, from)].filter(({ closes }) => closes > at);
        const seenThen = [...openings(window, at)].slice(0, seenBefore.length);
        expect(seenThen).toEqual(seenBefore);
      }),
    );
  });
});

test("the days of a week, from a Monday on", () => {
  const monday = utc("2026-11-16T12:00:00Z");
  expect(DAYS_OF_WEEK.map((_, index) => dayOfWeek(monday + index * DAY))).toEqual(DAYS_OF_WEEK);
});
