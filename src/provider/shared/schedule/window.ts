import { DAYS_OF_WEEK } from "../../../api/schedule";

/** A weekly window (docs/design/laws.md#l4). */
export interface Window {
  /** The {@link DAYS_OF_WEEK} on which it opens, in the timezone. */
  readonly days: readonly string[];
  /** Time of day at which it opens, such as "02:00". */
  readonly start: string;
  /** Milliseconds of elapsed time for which it stays open. */
  readonly duration: number;
  /** IANA timezone of `days` and `start`. */
  readonly timezone: string;
}

/** One opening of a window, in milliseconds since the epoch: includes `opens`, excludes `closes`. */
export interface Opening {
  readonly opens: number;
  readonly closes: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HORIZON = 60 * DAY;

/**
 * Yields the openings of a window in order, from the first that is open at `from` or opens after it, at most 60 days ahead. If
 * daylight saving skips the start, the window opens at the next moment that exists; if the start comes twice, the first time.
 *
 * @param from - milliseconds since the epoch
 */
export function* openings(window: Window, from: number): Generator<Opening> {
  const clock = wallClock(window.timezone);
  const start = timeOfDay(window.start);
  const last = from + HORIZON;
  const firstDate = dateOf(clock(from - window.duration));
  for (let date = firstDate; date <= dateOf(clock(last)); date += DAY) {
    if (!window.days.includes(dayOfWeek(date))) continue;
    const opens = firstShowing(clock, date + start);
    if (opens > last) return;
    const closes = opens + window.duration;
    if (closes > from) yield { opens, closes };
  }
}

/** Returns the current opening at `from`, otherwise the next; undefined if the window does not open within 60 days. */
export function nextOpening(window: Window, from: number): Opening | undefined {
  const [first] = openings(window, from);
  return first;
}

/** True if the window is open at a moment, in milliseconds since the epoch. */
export function isOpen(window: Window, at: number): boolean {
  const first = nextOpening(window, at);
  return first !== undefined && first.opens <= at;
}

/** Returns the day of the week of a date, given in milliseconds as if it were UTC. */
export function dayOfWeek(date: number): string {
  return DAYS_OF_WEEK[(new Date(date).getUTCDay() + 6) % 7] ?? "";
}

function dateOf(wall: number): number {
  return Math.floor(wall / DAY) * DAY;
}

function timeOfDay(text: string): number {
  const [hours, minutes] = text.split(":").map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE;
}

/** In the order of Date.UTC. */
const PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;

/** Returns the local date and time of a moment, in milliseconds as if they were UTC. */
type WallClock = (moment: number) => number;

/** Returns the clock of a timezone. @throws RangeError if the timezone is unknown. */
export function wallClock(timezone: string): WallClock {
  const numeric = Object.fromEntries(PARTS.map((part) => [part, "numeric"])) as Intl.DateTimeFormatOptions;
  const format = new Intl.DateTimeFormat("en-US", { ...numeric, timeZone: timezone, hourCycle: "h23" });
  return (moment) => {
    const values = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const [year = Number.NaN, month = Number.NaN, ...rest] = PARTS.map(
      (part) => values.get(part) ?? Number.NaN,
    );
    return Date.UTC(year, month - 1, ...rest);
  };
}

/**
 * Returns the moment at which the clock shows `wanted`: the first one if it shows it twice, the next one that exists if it skips it
 * (docs/design/laws.md#l4).
 */
export function firstShowing(clock: WallClock, wanted: number): number {
  const offsets = [wanted - DAY, wanted + DAY].map((near) => clock(near) - near);
  const shown = offsets.map((offset) => wanted - offset).filter((moment) => clock(moment) === wanted);
  if (shown.length > 0) return Math.min(...shown);
  let before = wanted - Math.max(...offsets);
  let after = wanted - Math.min(...offsets);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle) < wanted) before = middle;
    else after = middle;
  }
  return after;
}
