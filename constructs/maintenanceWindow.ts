import { Token } from "cdktf";
import { DAYS_OF_WEEK, type DayOfWeek } from "./dayOfWeek";

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

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;
const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const MIN_DURATION = 60_000;
const MAX_DURATION = 7 * 24 * 3_600_000;

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
    if (!Token.isUnresolved(start)) checkStart(maker, start);
    if (timezone !== undefined && !Token.isUnresolved(timezone)) checkTimezone(maker, timezone);
    if (duration !== undefined && !Token.isUnresolved(duration)) checkDuration(maker, duration);
    this.checked = { days, start, timezone, duration };
  }

  /** The attributes of the block `window`. */
  get attributes(): MaintenanceWindowAttributes {
    return this.checked;
  }
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

function checkStart(maker: string, start: string): void {
  if (TIME_OF_DAY.test(start)) return;
  refuse(
    maker,
    `got ${JSON.stringify(start)} for start`,
    'a time of day is written as "02:00", between "00:00" and "23:59"',
  );
}

function checkTimezone(maker: string, timezone: string): void {
  if (isTimezone(timezone)) return;
  refuse(
    maker,
    `got ${JSON.stringify(timezone)} for timezone`,
    'a timezone has an IANA name such as "Europe/Zurich" or "UTC"',
  );
}

/** Newer runtimes know bare offsets such as "+01:00" too, older ones do not: they are no names. */
function isTimezone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function checkDuration(maker: string, duration: string): void {
  const length = DURATION.test(duration) ? millisecondsOf(duration) : Number.NaN;
  if (length >= MIN_DURATION && length <= MAX_DURATION) return;
  refuse(
    maker,
    `got ${JSON.stringify(duration)} for duration`,
    'a window is open for "1m" to "168h" (a week), such as "90m" or "1h30m"',
  );
}

function millisecondsOf(duration: string): number {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ""] ?? Number.NaN), 0);
}

function refuse(maker: string, given: string, allowed: string): never {
  throw new Error(`${maker}: ${given}, but ${allowed}.`);
}
