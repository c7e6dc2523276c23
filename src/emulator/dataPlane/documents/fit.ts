import { NodeRefusalError } from "../call";
import type { Draft } from "./flatten";
import { isNumber, kindOf, numberOf } from "./json/values";

import type { Target } from "./schema";

/** The treatments of a value that does not have the type of its field. */
export const DIRTY_VALUES = ["reject", "drop", "coerce_or_reject", "coerce_or_drop"] as const;
export type DirtyValues = (typeof DIRTY_VALUES)[number];

/** Marks a value to remove from the document. */
const DROPPED = Symbol("dropped");

interface Kind {
  readonly noun: string;
  /** The article in messages: for a single value, and for one in a list. */
  readonly articles: readonly [single: string, listed: string];
  readonly holds: (value: unknown) => boolean;
  /** Converts a value to this kind; undefined if it cannot be converted. */
  readonly coerced: (value: unknown) => unknown;
  /** True: a string that cannot be coerced is rejected even if values may be dropped. */
  readonly refusesTexts?: true;
  /** True: the server fails on a list with coerced values. */
  readonly failsInLists?: true;
}

const MAX_INT32 = 2 ** 31 - 1;
const MAX_INT64 = 2 ** 63;

const KINDS: Readonly<Record<string, Kind>> = {
  string: {
    noun: "string",
    articles: ["a", "an array of"],
    holds: (value) => typeof value === "string",
    coerced: coercedText,
  },
  int32: {
    noun: "int32",
    articles: ["an", "an array of"],
    holds: (value) => kindOf(value) === "integer",
    coerced: wholeNumber(-MAX_INT32 - 1, MAX_INT32, -MAX_INT32 - 1),
    failsInLists: true,
  },
  int64: {
    noun: "int64",
    articles: ["an", "an array of"],
    holds: (value) => kindOf(value) === "integer",
    coerced: wholeNumber(-MAX_INT64, MAX_INT64, -MAX_INT64),
  },
  float: {
    noun: "float",
    articles: ["a", "a array of"],
    holds: isNumber,
    coerced: (value) => {
      if (typeof value === "boolean") return value ? 1 : 0;
      return typeof value === "string" ? decimal(value) : undefined;
    },
  },
  bool: {
    noun: "bool",
    articles: ["a", "a array of"],
    holds: (value) => typeof value === "boolean",
    coerced: (value) => {
      if (value === 1 || value === 0) return value === 1;
      return typeof value === "string" ? { true: true, false: false }[value.toLowerCase()] : undefined;
    },
    refusesTexts: true,
  },
};

function coercedText(value: unknown): string | undefined {
  const kind = kindOf(value);
  if (kind === "boolean" || kind === "integer") return String(value);
  return kind === "float" ? shortFloat(numberOf(value)) : undefined;
}

/** Formats a 32-bit float with at most six digits, as C++ streams print it. */
function shortFloat(value: number): string {
  const single = Math.fround(value);
  if (single === 0) return Object.is(single, -0) ? "-0" : "0";
  const exponent = Number(single.toExponential(5).split("e")[1]);
  const [digits = "", power = "0"] = single.toExponential(5).split("e");
  const shorn = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent >= -5 + 1 && exponent < 6) return shorn(single.toFixed(Math.max(0, 5 - exponent)));
  const sign = Number(power) < 0 ? "-" : "+";
  return `${shorn(digits)}e${sign}${String(Math.abs(Number(power))).padStart(2, "0")}`;
}

function wholeNumber(least: number, most: number, overflow: number): Kind["coerced"] {
  return (value) => {
    const kind = kindOf(value);
    if (kind === "boolean") return value ? 1 : 0;
    if (kind === "float") {
      const cut = Math.trunc(Math.fround(numberOf(value)));
      return cut < least || cut > most ? overflow : cut;
    }
    if (kind !== "string" || !/^\s*[-+]?\d+$/.test(String(value))) return undefined;
    const read = Number(value);
    return read < least || read > most ? undefined : read;
  };
}

function decimal(text: string): number | undefined {
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/**
 * Returns a value as its field stores it: itself, converted to the field's type, or {@link DROPPED}.
 * @throws NodeRefusalError if it does not fit
 */
export function fitted(target: Target, value: unknown, dirty: DirtyValues): unknown {
  const { name, type } = target.field;
  if (type === "geopoint") return pointFitted(target, value, dirty);
  if (type.endsWith("[]") || type === "geopolygon") return listFitted(target, value, dirty);
  const kind = KINDS[type];
  return kind === undefined || kind.holds(value) ? value : converted(target, kind, value, dirty, false, name);
}

function pointFitted(target: Target, value: unknown, dirty: DirtyValues): unknown {
  if (!Array.isArray(value) || value.length !== 2) {
    throw refused(target.field.name, "must be a 2 element array: [lat, lng].");
  }
  return coercedPoint(target, value, dirty, "a");
}

/** Returns a point, whose latitude and longitude may be strings. */
function coercedPoint(
  target: Target,
  point: readonly unknown[],
  dirty: DirtyValues,
  article: string,
): unknown {
  if (point.every(isNumber)) return point;
  const { name, optional } = target.field;
  const read = dirty.startsWith("coerce")
    ? point.map((one) => (typeof one === "string" ? (decimal(one) ?? one) : one))
    : point;
  if (read.every(isNumber)) return read;
  if (optional && dirty.endsWith("drop")) return DROPPED;
  throw refused(name, `must be ${article} geopoint.`);
}

function listFitted(target: Target, given: unknown, dirty: DirtyValues): unknown {
  const { name, type, optional, num_dim, embed } = target.field;
  const value = given ?? [];
  if (!Array.isArray(value)) {
    if ((optional && dirty.endsWith("drop")) || (type === "float[]" && embed !== undefined)) return DROPPED;
    throw refused(name, "must be an array.");
  }
  if (type === "geopoint[]") return pointsFitted(target, value, dirty);
  if (type === "geopolygon") return polygonFitted(value);
  if (type === "float[]" && typeof num_dim === "number" && num_dim > 0 && value.length !== num_dim) {
    throw refused(name, `must have ${num_dim} dimensions.`);
  }
  const kind = KINDS[type.slice(0, -2)];
  if (kind === undefined || value.every((one) => fits(target, kind, one))) return value;
  return value
    .map((one) => (fits(target, kind, one) ? one : converted(target, kind, one, dirty, true, name)))
    .filter((one) => one !== DROPPED);
}

/** The server notices an invalid polygon only while indexing, too late for a helpful message. */
function polygonFitted(value: readonly unknown[]): readonly unknown[] {
  if (isPolygon(value)) return value;
  throw new NodeRefusalError(500, "Unhandled Typesense error in index batch, check logs for details.");
}

function fits({ isNested }: Target, kind: Kind, value: unknown): boolean {
  return kind.holds(value) || (isNested && value === null);
}

function pointsFitted(target: Target, points: readonly unknown[], dirty: DirtyValues): unknown {
  const { name } = target.field;
  if (target.isNested && isNumber(points[0])) {
    if (points.length % 2 !== 0) {
      throw new NodeRefusalError(400, `Nested field \`${name}\` does not contain valid geopoint values.`);
    }
    return points;
  }
  const read = points.map((one) => {
    if (target.isNested && one === null) return one;
    if (Array.isArray(one) && one.length === 2) return coercedPoint(target, one, dirty, "an array of");
    throw refused(name, "must contain 2 element arrays: [ [lat, lng],... ].");
  });
  return read.every((one, at) => one === points[at]) ? points : read.filter((one) => one !== DROPPED);
}

/** Converts a value to a kind, or returns {@link DROPPED}. @throws NodeRefusalError 400 */
function converted(
  { field, isNested }: Target,
  kind: Kind,
  value: unknown,
  dirty: DirtyValues,
  isListed: boolean,
  name: string,
): unknown {
  const coerces = dirty.startsWith("coerce");
  const coerced = coerces ? kind.coerced(value) : undefined;
  if (coerced === undefined) {
    const isRefused = kind.refusesTexts === true && coerces && typeof value === "string";
    if (!field.optional || !dirty.endsWith("drop") || isRefused) {
      if (isNested && Array.isArray(value)) {
        const hint = "Hint: field inside an array of objects must be an array type as well.";
        throw refused(name, `has an incorrect type. ${hint}`);
      }
      throw refused(name, `must be ${kind.articles[isListed ? 1 : 0]} ${kind.noun}.`);
    }
  }
  // The server then reads the list as a number, even after it has coerced the element.
  if (isListed && coerces && kind.failsInLists === true) {
    throw new NodeRefusalError(400, "[json.exception.type_error.302] type must be number, but is array");
  }
  return coerced ?? DROPPED;
}

function refused(name: string, rest: string): NodeRefusalError {
  return new NodeRefusalError(400, `Field \`${name}\` ${rest}`);
}

/** Stores the fitted value, or removes it. */
export function putFitted(document: Draft, name: string, fit: unknown): void {
  if (fit === DROPPED) delete document[name];
  else document[name] = fit;
}

type Point = readonly [latitude: number, longitude: number];

/** True if alternating latitudes and longitudes are the corners of a polygon without crossing sides. */
function isPolygon(values: readonly unknown[]): boolean {
  if (!values.every(isNumber) || values.length % 2 !== 0) return false;
  const corners = Array.from({ length: values.length / 2 }, (_, at): Point => {
    return [numberOf(values[2 * at]), numberOf(values[2 * at + 1])];
  });
  if (corners.length < 3 || new Set(corners.map(String)).size < corners.length) return false;
  const sides = corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner] as const);
  return sides.every(([a, b], at) =>
    sides
      .slice(at + 1)
      .every(([c, d]) => turn(a, b, c) * turn(a, b, d) >= 0 || turn(c, d, a) * turn(c, d, b) >= 0),
  );
}

/** Returns a positive number if the path from a over b to c turns left, a negative one if it turns right. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}
