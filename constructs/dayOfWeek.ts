/** The days of the week by name: `DayOfWeek.SUNDAY` is the same as `"sunday"`. */
export const DayOfWeek = {
  MONDAY: "monday",
  TUESDAY: "tuesday",
  WEDNESDAY: "wednesday",
  THURSDAY: "thursday",
  FRIDAY: "friday",
  SATURDAY: "saturday",
  SUNDAY: "sunday",
} as const;

/** A day of the week; there are no others, and the names are in lower case. */
export type DayOfWeek = (typeof DayOfWeek)[keyof typeof DayOfWeek];

/** From Monday to Sunday. */
export const DAYS_OF_WEEK: readonly DayOfWeek[] = Object.values(DayOfWeek);
