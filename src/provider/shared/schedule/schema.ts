import {
  DAYS_OF_WEEK,
  dateOfInstant,
  isDate,
  isTimeOfDay,
  isTimezone,
  MAX_WINDOW_MS,
} from "../../../api/schedule";
import {
  block,
  checks,
  parseDuration,
  t,
  type Validator,
  type ValuesOf,
  type ValueValidator,
} from "../../../framework";

export const DEFAULT_DURATION = "1h";
export const DEFAULT_TIMEZONE = "UTC";

/** Checks that a string is a time in RFC 3339, on a day that exists. */
export const instant: ValueValidator<string> = (value) => {
  const date = dateOfInstant(value);
  if (date === undefined)
    return `must be a time such as "2026-11-22T02:00:00Z" (RFC 3339), not ${JSON.stringify(value)}`;
  return isDate(date) ? undefined : `names a day that does not exist: "${date}"`;
};

const atMostAWeek: ValueValidator<string> = (value) =>
  (parseDuration(value) ?? 0) > MAX_WINDOW_MS
    ? `must be at most 168h, a week, not ${value}: such a window never closes`
    : undefined;

const windowFields = {
  days: {
    type: t.set(t.string),
    mode: "required",
    description:
      "Days of the week in the timezone: `monday`, `tuesday`, `wednesday`, `thursday`, `friday`, `saturday`, `sunday`.",
    validators: [checks.notEmpty(), checks.each(checks.oneOf(...DAYS_OF_WEEK))],
  },
  start: {
    type: t.string,
    mode: "required",
    description:
      "When the window opens, a time of day such as `02:00`. Where daylight saving skips it, the window opens at the next moment that exists; where it comes twice, the first time.",
    validators: [
      checks.matching({ test: isTimeOfDay }, 'a time of day such as "02:00", between "00:00" and "23:59"'),
    ],
  },
  duration: {
    type: t.string,
    mode: "optional",
    description: `How long it stays open, a duration from \`1m\` to \`168h\`. The default is \`${DEFAULT_DURATION}\`.`,
    validators: [checks.duration("1m"), atMostAWeek],
  },
  timezone: {
    type: t.string,
    mode: "optional",
    description: `IANA timezone of \`days\` and \`start\`. The default is \`${DEFAULT_TIMEZONE}\`.`,
    validators: [checks.matching({ test: isTimezone }, 'an IANA timezone such as "Europe/Zurich" or "UTC"')],
  },
} as const;

export type WindowValues = ValuesOf<typeof windowFields>;

/** A weekly window (docs/design/laws.md#l4). `updatedBy` names its update where it is a block of a resource itself. */
export function windowBlock<const O extends { readonly updatedBy?: string }>(options: O) {
  return block(windowFields, { description: "A weekly window in which changes may begin.", ...options });
}

/** The configured schedule of a change. */
export interface ScheduleValues {
  readonly perform_change_at: string | null;
  readonly window: WindowValues | null;
  readonly wait: boolean | null;
}

/** A change begins at a moment or in a window, not both. */
export const oneSchedule: Validator<Omit<ScheduleValues, "wait">> = {
  reads: ["window", "perform_change_at"],
  check: ({ window, perform_change_at: at }) =>
    window !== null && at !== null
      ? {
          path: ["window"],
          summary: "Two schedules",
          detail: 'Give "window" or "perform_change_at", not both.',
        }
      : undefined,
};
