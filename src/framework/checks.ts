import { parseDuration } from "../duration";
import type { ValueValidator } from "./schema";

/** Accepts only the listed values. If the service may add values, warn at plan instead. */
export function oneOf(...allowed: readonly string[]): ValueValidator<string> {
  return (value) =>
    allowed.includes(value)
      ? undefined
      : `must be one of ${allowed.map((one) => JSON.stringify(one)).join(", ")}, not ${JSON.stringify(value)}`;
}

/** Accepts a duration such as "90s" or "1h30m" of at least `least`, and at most `most`. */
export function duration(least = "0s", most?: string): ValueValidator<string> {
  return (value) => {
    const milliseconds = parseDuration(value);
    if (milliseconds === undefined)
      return `must be a duration such as "30s", "90m" or "1h30m", not ${JSON.stringify(value)}`;
    if (milliseconds < (parseDuration(least) ?? 0)) return `must be at least ${least}, not ${value}`;
    const isTooLong = milliseconds > (parseDuration(most ?? "") ?? Number.POSITIVE_INFINITY);
    return isTooLong ? `must be at most ${most}, not ${value}` : undefined;
  };
}

export function between(least: number, most: number): ValueValidator<number> {
  return (value) =>
    Number.isInteger(value) && value >= least && value <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}, not ${value}`;
}

export function notEmpty(): ValueValidator<string | readonly unknown[] | object> {
  return (value) => {
    const size = typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(value).length;
    return size > 0 ? undefined : "must not be empty";
  };
}

/** Accepts strings that match a form, such as a RegExp. `what` describes it, as in "an e-mail address such as …". */
export function matching(form: { test(text: string): boolean }, what: string): ValueValidator<string> {
  return (value) => (form.test(value) ? undefined : `must be ${what}, not ${JSON.stringify(value)}`);
}

/** Accepts a map or list if every value passes the check. */
export function each<T>(check: ValueValidator<T>): ValueValidator<readonly T[] | { [key: string]: T }> {
  return (values) => {
    for (const [key, value] of Object.entries(values)) {
      const problem = check(value);
      if (problem)
        return Array.isArray(values) ? `contains an item that ${problem}` : `["${key}"] ${problem}`;
    }
    return undefined;
  };
}
