import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";

/** What happens to a value that does not have the type of its field. */
export const DIRTY_VALUES = ["reject", "drop", "coerce_or_reject", "coerce_or_drop"] as const;
export type DirtyValues = (typeof DIRTY_VALUES)[number];

/** The value of a field that is to be left out of the document. */
export const DROPPED = Symbol("dropped");

interface TypedField {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly num_dim?: unknown;
}

interface Kind {
  /** With its article, as messages have it. */
  readonly one: string;
  readonly holds: (value: unknown) => boolean;
  /** The value as this kind, or undefined when it cannot be. */
  readonly coerced: (value: unknown) => unknown;
}

const MAX_INT32 = 2 ** 31 - 1;

const KINDS: Readonly<Record<string, Kind>> = {
  string: {
    one: "a string",
    holds: (value) => typeof value === "string",
    coerced: (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : undefined),
  },
  int32: { one: "an int32", holds: Number.isInteger, coerced: wholeNumber },
  int64: { one: "an int64", holds: Number.isInteger, coerced: wholeNumber },
  float: { one: "a float", holds: (value) => typeof value === "number", coerced: anyNumber },
  bool: {
    one: "a bool",
    holds: (value) => typeof value === "boolean",
    coerced: (value) => {
      if (value === 1 || value === 0) return value === 1;
      return typeof value === "string" ? { true: true, false: false }[value.toLowerCase()] : undefined;
    },
  },
};

function anyNumber(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  const read = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof read === "number" ? read : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  if (typeof value === "string" && !/^-?\d+$/.test(value)) return undefined;
  const read = anyNumber(value);
  return read === undefined ? undefined : Math.trunc(read);
}

/**
 * A value as its field stores it: itself, the same as the field's type, or {@link DROPPED}.
 * @throws NodeRefusal in the server's words when it does not fit
 */
export function fitted(field: TypedField, value: unknown, dirty: DirtyValues): unknown {
  const { name, type } = field;
  if (type === "geopoint" && !isPoint(value)) {
    throw refused(name, "must be a 2 element array: [lat, lng].");
  }
  const isArray = type.endsWith("[]");
  const base = isArray ? type.slice(0, -2) : type;
  if (base === "object") return objectFitted(name, value, isArray);
  if (isArray) return arrayFitted(field, base, value, dirty);
  const kind = KINDS[base];
  return kind === undefined ? value : single(field, kind, value, dirty, kind.one);
}

function arrayFitted(field: TypedField, base: string, value: unknown, dirty: DirtyValues): unknown {
  const { name, optional, num_dim } = field;
  const given = value === null ? [] : value;
  if (!Array.isArray(given)) {
    if (optional && dirty.endsWith("drop")) return DROPPED;
    throw refused(name, "must be an array.");
  }
  if (base === "geopoint") {
    if (given.every(isPoint)) return given;
    throw refused(name, "must contain 2 element arrays: [ [lat, lng],... ].");
  }
  if (typeof num_dim === "number" && num_dim > 0 && given.length !== num_dim) {
    throw refused(name, `must have ${num_dim} dimensions.`);
  }
  const kind = KINDS[base];
  if (kind === undefined || given.every(kind.holds)) return inRange(field, base, given);
  const fit = given.map((one) => single(field, kind, one, dirty, `an array of ${base}`));
  return inRange(
    field,
    base,
    fit.filter((one) => one !== DROPPED),
  );
}

function inRange(field: TypedField, base: string, values: readonly unknown[]): readonly unknown[] {
  if (base === "int32") for (const value of values) checkInt32(field.name, value);
  return values;
}

function single(field: TypedField, kind: Kind, value: unknown, dirty: DirtyValues, wanted: string): unknown {
  const { name, type, optional } = field;
  const coerced = kind.holds(value) ? value : dirty.startsWith("coerce") ? kind.coerced(value) : undefined;
  if (coerced === undefined) {
    if (optional && dirty.endsWith("drop")) return DROPPED;
    if (name.includes(".") && Array.isArray(value)) {
      const hint = "Hint: field inside an array of objects must be an array type as well.";
      throw refused(name, `has an incorrect type. ${hint}`);
    }
    throw refused(name, `must be ${wanted}.`);
  }
  if (type === "int32") checkInt32(name, coerced);
  return coerced;
}

function checkInt32(name: string, value: unknown): void {
  if (typeof value === "number" && Math.abs(value) > MAX_INT32) {
    throw refused(name, "exceeds maximum value of int32.");
  }
}

function objectFitted(name: string, value: unknown, isArray: boolean): unknown {
  if (isArray ? Array.isArray(value) && value.every(isRecord) : isRecord(value)) return value;
  throw refused(name, "has an incorrect type.");
}

function isPoint(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
}

function refused(name: string, rest: string): NodeRefusal {
  return new NodeRefusal(400, `Field \`${name}\` ${rest}`);
}
