import { Token } from "cdktf";
import { DAYS_OF_WEEK, isTimeOfDay, isTimezone, MAX_WINDOW_MS, MIN_WINDOW_MS } from "../src/api/schedule";
import type { DayOfWeek } from "./dayOfWeek";

/** The attributes of the block `window`. */
export interface MaintenanceWindowAttributes {
  /** Days of the week, `monday` to `sunday`, in the timezone. */
  readonly days: string[];
  /** When it opens on each of the days, `HH:MM` in the timezone. */
  readonly start: string;
  /**
   * IANA name of the timezone.
   *
   * @default "UTC"
   */
  readonly timezone?: string;
  /**
   * How long it stays open, a duration.
   *
   * @default "1h"
   */
  readonly duration?: string;
}

/** The optional settings of a window. */
export interface MaintenanceWindowOptions {
  /**
   * How long the window stays open, such as `"90m"` or `"1h30m"`: from a minute to a week (`"168h"`). A change begins
   * within it, and may end later.
   *
   * @default "1h"
   */
  readonly duration?: string;
}

/**
 * A time of the week at which changes of a cluster may begin. A change that is deployed while the window is open begins at
 * once; any other begins when the window opens next. Where daylight saving skips the start, the window opens at the next
 * moment that exists; where the start comes twice, at the first.
 */
export class MaintenanceWindow {
  /**
   * One day of the week or several: `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich")`.
   *
   * @param days - a day, or a list of days
   * @param start - time of day at which it opens, from `"00:00"` to `"23:59"`
   * @param timezone - IANA timezone of days and start. @default "UTC"
   * @throws for a day, start, timezone or duration that does not exist.
   */
  static weekly(
    days: DayOfWeek | readonly DayOfWeek[],
    start: string,
    timezone?: string,
    options: MaintenanceWindowOptions = {},
  ): MaintenanceWindow {
    const maker = "MaintenanceWindow.weekly";
    return new MaintenanceWindow(maker, checkedDays(maker, days), start, timezone, options);
  }

  /**
   * Every day: `MaintenanceWindow.daily("02:00", "Europe/Zurich")`.
   *
   * @param start - time of day at which it opens, from `"00:00"` to `"23:59"`
   * @param timezone - IANA timezone of start. @default "UTC"
   * @throws for a start, timezone or duration that does not exist.
   */
  static daily(start: string, timezone?: string, options: MaintenanceWindowOptions = {}): MaintenanceWindow {
    return new MaintenanceWindow("MaintenanceWindow.daily", [...DAYS_OF_WEEK], start, timezone, options);
  }

  private readonly checked: MaintenanceWindowAttributes;

  private constructor(
    maker: string,
    days: string[],
    start: string,
    timezone: string | undefined,
    { duration }: MaintenanceWindowOptions,
  ) {
    check(maker, "start", start, isTimeOfDay, START);
    check(maker, "timezone", timezone, isTimezone, TIMEZONE);
    check(maker, "duration", duration, isWindowDuration, DURATION);
    this.checked = { days, start, timezone, duration };
  }

  /** The attributes of the block `window`. */
  get attributes(): MaintenanceWindowAttributes {
    return this.checked;
  }
}

const START = 'a time of day is written as "02:00", between "00:00" and "23:59"';
const TIMEZONE = 'a timezone has an IANA name such as "Europe/Zurich" or "UTC"';
const DURATION = 'a window is open for "1m" to "168h" (a week), such as "90m" or "1h30m"';

function check(
  maker: string,
  name: string,
  given: string | undefined,
  holds: (given: string) => boolean,
  allowed: string,
): void {
  if (given === undefined || Token.isUnresolved(given) || holds(given)) return;
  refuse(maker, `got ${JSON.stringify(given)} for ${name}`, allowed);
}

function checkedDays(maker: string, given: DayOfWeek | readonly DayOfWeek[]): string[] {
  const known: readonly string[] = DAYS_OF_WEEK;
  const days: readonly string[] = typeof given === "string" ? [given] : given;
  if (Token.isUnresolved(days)) return [...days];
  const wrong = days.find((day) => !Token.isUnresolved(day) && !known.includes(day));
  if (wrong !== undefined) {
    refuse(maker, `got ${JSON.stringify(wrong)} for a day`, `the days are ${known.join(", ")}`);
  }
  if (days.length === 0) {
    refuse(maker, "got no day", "a window without days never opens: name one, such as DayOfWeek.SUNDAY");
  }
  return [...new Set(days)];
}

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The provider's own parser (src/framework/duration.ts) is out of reach: constructs import no framework. */
function isWindowDuration(text: string): boolean {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return false;
  const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
  const length = parts.reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
  return length >= MIN_WINDOW_MS && length <= MAX_WINDOW_MS;
}

function refuse(maker: string, given: string, allowed: string): never {
  throw new Error(`${maker}: ${given}, but ${allowed}.`);
}
