import fc from "fast-check";
import { DAYS_OF_WEEK } from "../../../../src/api/schedule";
import type { Window } from "../../../../src/provider/shared/schedule/window";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns a window on Sundays, open for an hour, unless given otherwise. */
export function windowIn(timezone: string, start: string, others: Partial<Window> = {}): Window {
  return { days: ["sunday"], start, duration: HOUR, timezone, ...others };
}

export const utc = (text: string): number => Date.parse(text);
export const text = (moment: number): string => new Date(moment).toISOString().replace(".000Z", "Z");

const timezones =
  "UTC Europe/Zurich America/New_York America/Santiago Australia/Lord_Howe Asia/Kolkata Pacific/Kiritimati Africa/Casablanca";

/** Any window that a configuration can give. */
export const anyWindow: fc.Arbitrary<Window> = fc.record({
  days: fc.subarray([...DAYS_OF_WEEK], { minLength: 1 }),
  start: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":")),
  duration: fc.oneof(
    fc.integer({ min: 1, max: 24 * 60 }).map((minutes) => minutes * MINUTE),
    fc.integer({ min: 1, max: 168 }).map((hours) => hours * HOUR),
  ),
  timezone: fc.constantFrom(...timezones.split(" ")),
});

/** The weekends on which clocks change, and any other time of 2026 and 2027. */
export const anyMoment: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: utc("2026-01-01T00:00:00Z"), max: utc("2028-01-01T00:00:00Z") }),
  ...["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2027-03-28"].map(
    (date) =>
      fc
        .integer({ min: -2 * DAY, max: 2 * DAY })
        .map((distance) => Date.parse(`${date}T00:00:00Z`) + distance),
  ),
);
