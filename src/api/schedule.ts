/** The rules for the start of a change in a configuration, for the provider and the constructs. */

/** The days of the week, from Monday on. */
export const DAYS_OF_WEEK = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Length of a weekly window in milliseconds: one of more than a week would never close. */
export const MIN_WINDOW_MS = 60_000;
export const MAX_WINDOW_MS = 7 * 24 * 3_600_000;

/** True for a time of day between "00:00" and "23:59". */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** True for the name of a timezone. A bare offset such as "+01:00" is none, because only some runtimes know it. */
export function isTimezone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Returns the date of a time in RFC 3339; undefined for any other string. */
export function dateOfInstant(text: string): string | undefined {
  return RFC_3339.exec(text)?.[1];
}

/** True if a date such as "2026-11-22" exists: Date.parse alone reads February 30 as March 2. */
export function isDate(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(text);
}
