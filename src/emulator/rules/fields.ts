/** What a rule says about a value: null when it holds, else the rest of a sentence that begins with the field. */
export type Check = (value: unknown) => string | null;

/** One row: a property that a body may have. A body may have no others. */
export interface FieldRule {
  readonly field: string;
  readonly required?: boolean;
  readonly check: Check;
}

/** A failed rule; `field` is null when it is about the whole body. */
export interface Problem {
  readonly field: string | null;
  readonly text: string;
}

/** Every row of a body that fails, unknown properties first. */
export function checkFields(body: Readonly<Record<string, unknown>>, rules: readonly FieldRule[]): Problem[] {
  const known = new Set(rules.map((rule) => rule.field));
  const unknown = Object.keys(body)
    .filter((field) => !known.has(field))
    .map((field) => ({ field, text: "is not allowed" }));
  const failed = rules.flatMap(({ field, required, check }) => {
    if (!Object.hasOwn(body, field)) return required ? [{ field, text: "is required" }] : [];
    const text = check(body[field]);
    return text === null ? [] : [{ field, text }];
  });
  return [...unknown, ...failed];
}

export function oneOf(allowed: readonly string[]): Check {
  return (value) =>
    typeof value === "string" && allowed.includes(value) ? null : `must be one of ${allowed.join(", ")}`;
}

export const text: Check = (value) => (typeof value === "string" && value !== "" ? null : "must be a text");

export const textOrNull: Check = (value) =>
  value === null || typeof value === "string" ? null : "must be a text or null";

export const texts: Check = (value) =>
  Array.isArray(value) && value.every((one) => text(one) === null) ? null : "must be a list of texts";

export const boolean: Check = (value) => (typeof value === "boolean" ? null : "must be true or false");

export const booleanOrNull: Check = (value) =>
  value === null || typeof value === "boolean" ? null : "must be true, false or null";

export function integer(minimum: number, maximum: number): Check {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
      ? null
      : `must be a whole number from ${minimum} to ${maximum}`;
}

/** One of the names, or a list of at least one of them without repetition. */
export function oneOrMore(allowed: readonly string[]): Check {
  const one = oneOf(allowed);
  return (value) => {
    if (!Array.isArray(value)) return one(value);
    if (value.length === 0) return "must have at least 1 item";
    if (new Set(value).size < value.length) return "must not name one twice";
    return value.map(one).find((problem) => problem !== null) ?? null;
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
