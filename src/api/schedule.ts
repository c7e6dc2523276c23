/** What a configuration may say of when a change begins: one set of rules for the provider and the constructs. */

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

/** How long a weekly window stays open, in milliseconds: one of more than a week would never close. */
export const MIN_WINDOW_MS = 60_000;
export const MAX_WINDOW_MS = 7 * 24 * 3_600_000;

/** Whether a text is a time of day between "00:00" and "23:59". */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Whether a name stands for a timezone; a bare offset such as "+01:00" does not, as some runtimes only know it. */
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

/** The date in a text that has the form of a time in RFC 3339; undefined for any other text. */
export function dateOfInstant(text: string): string | undefined {
  return RFC_3339.exec(text)?.[1];
}

/** Whether a date such as "2026-11-22" exists: Date.parse alone takes the 30th of February for the 2nd of March. */
export function isDate(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(text);
}
