import type { DAYS_OF_WEEK } from "../src/api/schedule";

type Known = (typeof DAYS_OF_WEEK)[number];

/** The days of the week by name: `DayOfWeek.SUNDAY` is the same as `"sunday"`. */
export const DayOfWeek = {
  MONDAY: "monday",
  TUESDAY: "tuesday",
  WEDNESDAY: "wednesday",
  THURSDAY: "thursday",
  FRIDAY: "friday",
  SATURDAY: "saturday",
  SUNDAY: "sunday",
} as const satisfies { readonly [Day in Known as Uppercase<Day>]: Day };

/** A day of the week; there are no others, and the names are in lower case. */
export type DayOfWeek = (typeof DayOfWeek)[keyof typeof DayOfWeek];
