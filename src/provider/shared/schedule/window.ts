import { DAYS_OF_WEEK } from "../../../api/schedule";

/** A time that comes back every week (docs/design/laws.md#l4). */
export interface Window {
  /** Some of {@link DAYS_OF_WEEK}: those on which it opens, by the calendar of the timezone. */
  readonly days: readonly string[];
  /** Time of day at which it opens, such as "02:00". */
  readonly start: string;
  /** How long it stays open, in milliseconds of elapsed time. */
  readonly duration: number;
  /** IANA timezone of `days` and `start`. */
  readonly timezone: string;
}

/** One time that a window is open, in milliseconds since the epoch: from `opens` on, no longer at `closes`. */
export interface Opening {
  readonly opens: number;
  readonly closes: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HORIZON = 60 * DAY;

/**
 * The openings of a window in order, beginning with the first that is open at `from` or opens after it, at most 60 days
 * ahead. A start that daylight saving skips opens at the next moment that exists, one that comes twice the first time.
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

/** The opening that is on at `from`, else the next; undefined when the window does not open within 60 days. */
export function nextOpening(window: Window, from: number): Opening | undefined {
  const [first] = openings(window, from);
  return first;
}

/** Whether the window is open at a moment, in milliseconds since the epoch. */
export function isOpen(window: Window, at: number): boolean {
  const first = nextOpening(window, at);
  return first !== undefined && first.opens <= at;
}

/** The day of the week of a date, given as milliseconds as if it were UTC. */
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

/** What the clocks of a timezone show at a moment: that date and time of day, as milliseconds as if they were UTC. */
type WallClock = (moment: number) => number;

/** @throws RangeError when the timezone is unknown. */
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
 * The moment at which the clocks show `wanted`: the first one when they show it twice, the next one that exists when they
 * skip it (docs/design/laws.md#l4).
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
