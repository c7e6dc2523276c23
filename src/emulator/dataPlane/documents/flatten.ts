import { fieldDefaults, isObjectType } from "../../../api/dataPlane/fields";
import type { StoredField } from "../../domain/store/data";
import { NodeRefusalError } from "../call";
import { kindOf } from "./json/values";
import type { Rule } from "./schema";

/** A document that is being written. It may be changed. */
export type Draft = Record<string, unknown>;

/** The values inside objects of a document, by the names of fields with dots. */
export interface Flattened {
  readonly values: Map<string, unknown>;
  /** The fields that are found, by name; null if no value gives a type. */
  readonly found: Map<string, StoredField | null>;
}

interface Context extends Flattened {
  readonly document: Draft;
  /** Rules with a fixed type. */
  readonly rules: readonly Rule[];
  readonly isUpdate: boolean;
}

/**
 * Returns the values inside objects, by the names of their fields. Unless it is an update, nulls inside objects are
 * removed from the document.
 * @throws NodeRefusalError 400 for a value of the wrong type, 404 for a missing one
 */
export function flattened(
  document: Draft,
  nested: readonly StoredField[],
  rules: readonly Rule[],
  isUpdate: boolean,
): Flattened {
  const typed = rules.filter(({ field }) => field.type !== "auto" && field.type !== "string*");
  const context: Context = { document, rules: typed, isUpdate, values: new Map(), found: new Map() };
  for (const field of nested) {
    const path = field.name.split(".").filter((part) => part !== "");
    if (path.length > 1 && Object.hasOwn(document, field.name)) continue;
    try {
      flattenField(context, field, document, path, 0, { list: false, objects: false });
    } catch (error) {
      const isMissing = error instanceof NodeRefusalError && error.status === 404;
      if (!isMissing || !(isUpdate || field.optional)) throw error;
    }
  }
  return context;
}

/** The lists on the path to a value: any list, and lists of objects. */
interface Way {
  readonly list: boolean;
  readonly objects: boolean;
}

function flattenField(
  context: Context,
  field: StoredField,
  value: unknown,
  path: readonly string[],
  at: number,
  way: Way,
): void {
  const key = path[at];
  if (key === undefined) {
    flattenEnd(context, field, value, way);
    return;
  }
  if (kindOf(value) === "object" && Object.hasOwn(value as object, key)) {
    const inner = (value as Draft)[key];
    if (!Array.isArray(inner)) {
      flattenField(context, field, inner, path, at + 1, way);
      return;
    }
    let { objects } = way;
    for (const one of inner) {
      objects ||= kindOf(one) === "object";
      flattenField(context, field, one, path, at + 1, { list: true, objects });
    }
    return;
  }
  if (!field.optional) throw new NodeRefusalError(404, `Field \`${field.name}\` not found.`);
  if (value === null && context.isUpdate) {
    context.values.set(field.name, null);
    context.found.set(field.name, null);
  }
}

function flattenEnd(context: Context, field: StoredField, value: unknown, way: Way): void {
  const { name } = field;
  const rule = context.rules.find(({ applies }) => applies(name));
  let type =
    rule === undefined ? typeOfValue(value) : kindOf(value) === "object" ? "object" : rule.field.type;
  if (type === null) {
    if (value !== null || !field.optional) throw misfit(name);
    if (!context.isUpdate) return;
    type = field.type;
  }
  if (rule === undefined) type = listType(type, way.list);
  const objects = way.objects || (type === "object" && way.list);
  if (type !== field.type && !isNumericallyValid(type, field.type, objects)) {
    const hint = "Hint: field inside an array of objects must be an array type as well.";
    throw misfit(name, objects && !isList(field.type) ? ` ${hint}` : "");
  }
  if (isObjectType(field.type)) {
    flattenObject(context, field, name, value, { list: way.list, objects });
    return;
  }
  if (!add(context, name, value, way.list)) return;
  context.found.set(name, { ...field, type });
}

/** Adds a value under a name, unless the document itself has a property of that name. */
function add({ document, values, found }: Context, name: string, value: unknown, isList: boolean): boolean {
  if (Object.hasOwn(document, name) && !found.has(name)) return false;
  if (!isList) values.set(name, value);
  else {
    const before = values.get(name);
    if (Array.isArray(before) && found.has(name)) before.push(value);
    else values.set(name, [value]);
  }
  return true;
}

function flattenObject(context: Context, field: StoredField, name: string, value: unknown, way: Way): void {
  if (Array.isArray(value)) {
    for (const one of value) flattenObject(context, field, name, one, { ...way, list: true });
    return;
  }
  if (kindOf(value) !== "object") {
    flattenLeaf(context, field, name, value, way);
    return;
  }
  const object = value as Draft;
  for (const [key, inner] of Object.entries(object)) {
    const path = `${name}.${key}`;
    if (inner !== null) {
      flattenObject(context, field, path, inner, { list: way.list, objects: way.list });
      continue;
    }
    if (context.isUpdate) add(context, path, null, way.list);
    else delete object[key];
    context.found.set(path, null);
  }
}

function flattenLeaf(context: Context, field: StoredField, name: string, value: unknown, way: Way): void {
  const rule = context.rules.find(({ applies }) => applies(name));
  const single = rule === undefined ? typeOfValue(value) : rule.field.type;
  if (single === null) return;
  const type = rule === undefined ? listType(single, way.list) : single;
  if (!add(context, name, value, way.list)) return;
  context.found.set(name, foundField(rule?.field ?? field, name, type));
}

/** Returns a field that the server found by another one. */
export function foundField(by: StoredField, name: string, type: string): StoredField {
  return { ...by, name, type, optional: true, sort: by.sort || fieldDefaults({ name, type }).sort };
}

/** Returns the type that the server derives from a value; null if there is none. */
export function typeOfValue(value: unknown): string | null {
  if (!Array.isArray(value)) return TYPES[kindOf(value)] ?? null;
  const [first] = value;
  const type = value.length === 0 ? null : (TYPES[kindOf(first)] ?? null);
  return type === null ? null : `${type}[]`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "int64",
  float: "float",
  boolean: "bool",
  object: "object",
};

function listType(type: string, isInList: boolean): string {
  return isInList && /[a-z0-9]$/i.test(type) ? `${type}[]` : type;
}

function isList(type: string): boolean {
  return type.endsWith("[]") || type === "geopolygon";
}

/** Types of fields that accept another derived type. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  int64: ["int32", "float"],
  "int64[]": ["int32[]", "float[]", "geopoint[]", "geopolygon"],
  "float[]": ["geopoint[]", "geopolygon"],
};

function isNumericallyValid(found: string, wanted: string, isInObjects: boolean): boolean {
  if (TAKEN[found]?.includes(wanted)) return true;
  return wanted === "geopoint" && !isInObjects && (found === "float[]" || found === "int64[]");
}

function misfit(name: string, more = ""): NodeRefusalError {
  return new NodeRefusalError(400, `Field \`${name}\` has an incorrect type.${more}`);
}
