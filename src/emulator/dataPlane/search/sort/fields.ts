import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { type NodeRefusalError, refused } from "../../call";
import { asList, valueAt } from "../../documents/schema";
import { distanceMeters, type GeoPoint, geoPointsOf, readDistance } from "../geo";
import { isFloat, isInteger, split } from "../values";
import type { Criterion, SortKey, SortType } from "./order";

const TYPES: Readonly<Record<string, SortType>> = {
  string: "string_field",
  int32: "int32_field",
  int64: "int64_field",
  float: "float_field",
  bool: "bool_field",
};

/** Returns the criterion of a field, by its options in parentheses; null without them. @throws NodeRefusalError 400 */
export function fieldCriterion(
  field: StoredField,
  options: string | null,
  descending: boolean,
  collection: StoredCollection,
): Criterion {
  if (options === null) return plainCriterion(field, descending, collection);
  const isGeo = field.type.startsWith("geopoint");
  return (isGeo ? geoCriterion : decayCriterion)(field, options, descending, collection);
}

/**
 * Sorts by the values of a field. A missing string comes last in ascending and first in descending order; a missing
 * number always last.
 */
function plainCriterion(
  { name, type }: StoredField,
  descending: boolean,
  { enable_nested_fields: nested }: StoredCollection,
): Criterion {
  const isText = type.startsWith("string");
  return {
    name,
    type: TYPES[type.replace("[]", "")] ?? "string_field",
    descending,
    missingFirst: isText && descending,
    keys: ({ document }) => [keyOf(asList(valueAt(document, name, nested))[0])],
  };
}

function keyOf(value: unknown): SortKey {
  if (typeof value === "string") return value === "" ? undefined : value.toLowerCase();
  return typeof value === "number" || typeof value === "boolean" ? Number(value) : undefined;
}

const FUNCTIONS = ["gauss", "exp", "linear", "diff"];

interface Decay {
  func?: string;
  origin?: number;
  scale?: number;
  offset: number;
  decay: number;
}

/**
 * Reads `field(missing_values: first)`, and `field(origin: 5, func: gauss, scale: 2, offset: 1, decay: 0.5)`.
 * @throws NodeRefusalError 400
 */
function decayCriterion(
  field: StoredField,
  options: string,
  descending: boolean,
  collection: StoredCollection,
): Criterion {
  const badSyntax = () => refused(`Bad syntax for sorting field \`${field.name}\``);
  const decay: Decay = { offset: 0, decay: 0.5 };
  const plain = plainCriterion(field, descending, collection);
  let { missingFirst } = plain;
  for (const option of split(options)) {
    const parts = split(option, ":");
    const [name = "", value = ""] = parts;
    if (parts.length !== 2) throw badSyntax();
    if (name === "missing_values") {
      if (value !== "first" && value !== "last" && value !== "normal") throw badSyntax();
      if (value !== "normal") missingFirst = value === "first";
    } else if (!setDecay(decay, name, value)) throw badSyntax();
  }
  checkDecay(decay);
  if (decay.func === undefined) return { ...plain, missingFirst };
  return { ...plain, missingFirst, keys: (hit) => [decayed(decay, plain.keys(hit)[0])] };
}

function setDecay(decay: Decay, name: string, value: string): boolean {
  switch (name) {
    case "func":
      if (!FUNCTIONS.includes(value)) {
        throw refused(`Bad syntax. Not a valid decay function key \`${value}\`.`);
      }
      decay.func = value;
      return true;
    case "scale":
      if (!isInteger(value) || value === "0") {
        throw refused("sort_by: scale param should be non-zero integer.");
      }
      decay.scale = Number(value);
      return true;
    case "origin":
    case "offset":
      if (!isInteger(value)) throw refused(`sort_by: ${name} param should be integer.`);
      decay[name] = Number(value);
      return true;
    case "decay":
      if (!isFloat(value)) throw refused("sort_by: decay param should be float.");
      if (Number(value) < 0 || Number(value) > 1) {
        throw refused("sort_by: decay param should be float in range [0.0, 1.0].");
      }
      decay.decay = Number(value);
      return true;
    default:
      return false;
  }
}

function checkDecay({ func, origin, scale }: Decay): void {
  if (func === undefined) {
    if (origin !== undefined) throw refused("Bad syntax. Missing param `func`.");
  } else if (func === "diff") {
    if (origin === undefined) throw refused("Bad syntax. origin param is mandatory for diff function.");
  } else if (origin === undefined || scale === undefined) {
    const words = "Bad syntax. origin and scale are mandatory params for decay function";
    throw refused(`${words} ${func}`);
  }
}

function decayed({ func, origin = 0, scale = 1, offset, decay }: Decay, value: SortKey): number {
  if (typeof value !== "number") throw refused("Error computing decay function score.");
  const distance = Math.abs(origin - value) - offset;
  const beyond = Math.max(0, distance);
  switch (func) {
    case "gauss":
      return Math.exp(beyond ** 2 / (scale ** 2 / Math.log(decay)));
    case "exp":
      return Math.exp((Math.log(decay) / scale) * beyond);
    case "linear": {
      const width = scale / (1 - decay);
      return Math.max(0, (width - beyond) / width);
    }
    default:
      return distance;
  }
}

/** The server's distance for a document without a point. */
const NOWHERE = 2 ** 31 - 1;

/**
 * Reads `field(lat, lng)`, with an optional third part `exclude_radius: 2 km` or `precision: 2 km`.
 * @throws NodeRefusalError 400
 */
function geoCriterion(
  { name }: StoredField,
  options: string,
  descending: boolean,
  { enable_nested_fields: nested }: StoredCollection,
): Criterion {
  const badSyntax = () => refused(`Bad syntax for sorting field \`${name}\``);
  const parts = split(options);
  const [lat = "", lng = "", option] = parts;
  if ((parts.length !== 2 && parts.length !== 3) || !isFloat(lat) || !isFloat(lng)) throw badSyntax();
  const { excluded, precision } = radiusOption(option, badSyntax);
  const center: GeoPoint = [Number(lat), Number(lng)];
  const exact = (document: StoredDocument) => {
    const places = geoPointsOf(valueAt(document, name, nested));
    const distances = places.map((place) => Math.floor(distanceMeters(center, place)));
    return distances.length === 0 ? NOWHERE : Math.min(...distances);
  };
  const rounded = (document: StoredDocument) => {
    const distance = exact(document);
    const near = distance < excluded ? 0 : distance;
    return precision === 0 ? near : Math.ceil(near / precision) * precision;
  };
  return {
    name,
    type: "geopoint_field",
    descending,
    missingFirst: false,
    keys: ({ document }) => [rounded(document)],
    meters: precision === 0 ? rounded : exact,
  };
}

function radiusOption(
  text: string | undefined,
  badSyntax: () => NodeRefusalError,
): { excluded: number; precision: number } {
  if (text === undefined) return { excluded: 0, precision: 0 };
  const isExcluded = text.startsWith("exclude_radius");
  const parts = split(text, ":");
  const [, value = ""] = parts;
  if ((!isExcluded && !text.startsWith("precision")) || parts.length !== 2 || value.length < 2) {
    throw badSyntax();
  }
  const unknownUnit = "Sort field's parameter unit must be either `km` or `mi`.";
  const meters = Math.trunc(readDistance(value, unknownUnit, badSyntax));
  if (meters <= 0) throw refused("Sort field's parameter must be a positive number.");
  return isExcluded ? { excluded: meters, precision: 0 } : { excluded: 0, precision: meters };
}
