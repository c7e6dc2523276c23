import { Token } from "cdktf";
import { DAYS_OF_WEEK, isTimeOfDay, isTimezone, MAX_WINDOW_MS, MIN_WINDOW_MS } from "../src/api/schedule";
import { parseDuration } from "../src/duration";
import { check } from "./checks";
import type { ClusterChangeScheduleWindow } from "./generated/cluster";

/** The days of the week by name: `DayOfWeek.SUNDAY` is the same as `"sunday"`. */
export const DayOfWeek = {
  MONDAY: "monday",
  TUESDAY: "tuesday",
  WEDNESDAY: "wednesday",
  THURSDAY: "thursday",
  FRIDAY: "friday",
  SATURDAY: "saturday",
  SUNDAY: "sunday",
} as const satisfies { readonly [Day in KnownDay as Uppercase<Day>]: Day };

/** A day of the week, in lower case. */
export type DayOfWeek = (typeof DayOfWeek)[keyof typeof DayOfWeek];

/** The attributes of the block `window`. */
export interface MaintenanceWindowAttributes extends ClusterChangeScheduleWindow {}

/** The optional settings of a window. */
export interface MaintenanceWindowOptions {
  /**
   * Duration of the window, such as `"90m"` or `"1h30m"`: from a minute to a week (`"168h"`). A change begins within the
   * window, but may end later.
   * @default "1h"
   */
  readonly duration?: string;
}

/**
 * A weekly window in which changes of a cluster may begin. A change that is deployed while the window is open begins
 * immediately; any other begins when the window next opens. If daylight saving skips the start, the window opens at the next
 * existing time; if the start occurs twice, at the first.
 */
export class MaintenanceWindow {
  /**
   * A window on one or several days of the week: `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich")`.
   * @param days - a day, or a list of days
   * @param start - opening time, from `"00:00"` to `"23:59"`
   * @param timezone - IANA timezone of days and start. @default "UTC"
   * @throws for an invalid day, start, timezone or duration.
   */
  static weekly(
    days: DayOfWeek | readonly DayOfWeek[],
    start: string,
    timezone?: string,
    options: MaintenanceWindowOptions = {},
  ): MaintenanceWindow {
    const all = typeof days === "string" ? [days] : days;
    return new MaintenanceWindow("MaintenanceWindow.weekly", all, start, timezone, options);
  }

  /**
   * A window on every day: `MaintenanceWindow.daily("02:00", "Europe/Zurich")`.
   * @param start - opening time, from `"00:00"` to `"23:59"`
   * @param timezone - IANA timezone of start. @default "UTC"
   * @throws for an invalid start, timezone or duration.
   */
  static daily(start: string, timezone?: string, options: MaintenanceWindowOptions = {}): MaintenanceWindow {
    return new MaintenanceWindow("MaintenanceWindow.daily", DAYS_OF_WEEK, start, timezone, options);
  }

  private readonly checked: MaintenanceWindowAttributes;

  private constructor(
    factory: string,
    days: readonly string[],
    start: string,
    timezone: string | undefined,
    { duration }: MaintenanceWindowOptions,
  ) {
    const known: readonly string[] = DAYS_OF_WEEK;
    if (!Token.isUnresolved(days)) {
      for (const day of days) requireValid(factory, "a day", day, (text) => known.includes(text), DAYS);
      check(days.length > 0, `${factory}: got no days, but ${NO_DAYS}.`);
    }
    requireValid(factory, "start", start, isTimeOfDay, START);
    requireValid(factory, "timezone", timezone, isTimezone, TIMEZONE);
    requireValid(factory, "duration", duration, isWindowDuration, DURATION);
    const each = Token.isUnresolved(days) ? [...days] : [...new Set(days)];
    this.checked = { days: each, start, timezone, duration };
  }

  /** The attributes of the block `window`. */
  get attributes(): MaintenanceWindowAttributes {
    return this.checked;
  }
}

const DAYS = `the days are ${DAYS_OF_WEEK.join(", ")}`;
const NO_DAYS = "a window without days never opens: pass one such as DayOfWeek.SUNDAY";
const START = 'it must be a time of day such as "02:00", between "00:00" and "23:59"';
const TIMEZONE = 'it must be an IANA timezone such as "Europe/Zurich" or "UTC"';
const DURATION = 'it must be "1m" to "168h" (a week), such as "90m" or "1h30m"';

function requireValid(
  factory: string,
  name: string,
  given: string | undefined,
  isValid: (given: string) => boolean,
  allowed: string,
): void {
  const holds = given === undefined || Token.isUnresolved(given) || isValid(given);
  check(holds, `${factory}: got ${JSON.stringify(given)} for ${name}, but ${allowed}.`);
}

function isWindowDuration(text: string): boolean {
  const length = parseDuration(text) ?? Number.NaN;
  return length >= MIN_WINDOW_MS && length <= MAX_WINDOW_MS;
}

type KnownDay = (typeof DAYS_OF_WEEK)[number];
