import { randomUUID } from "node:crypto";
import { inside, WireError, within } from "./cty/error";
import { numberFromText } from "./cty/number";
import {
  type CtyType,
  isJsonObject,
  itemTypes,
  MAX_DEPTH,
  parseJson,
  tooDeep,
  typeFromJson,
  typeName,
} from "./cty/type";
import { Dynamic, type ExactNumber, type Value, type ValueRecord } from "./cty/value";

/**
 * Reads a value from Terraform's JSON form, which state files use. Numbers keep every digit. Attributes missing from the JSON
 * are null, and attributes missing from the type are dropped, because a state may be older or newer than the type.
 * @throws WireError with the path, if the text is not JSON or a part of it does not have its type
 */
export function decodeJsonText(type: CtyType, text: string): Value {
  return decodeJson(type, parseExact(text));
}

/** {@link decodeJsonText} for parsed JSON. */
export function decodeJson(type: CtyType, json: unknown, depth = 0): Value {
  if (depth > MAX_DEPTH) throw tooDeep("a value");
  if (json === null) return null;
  if (typeof type === "string") return simple(type, json, depth);
  if (type[0] === "object" || type[0] === "map") {
    if (!isJsonObject(json)) throw mismatch(type, json);
    return type[0] === "object" ? object(type[1], json, depth) : map(type[1], json, depth);
  }
  if (!Array.isArray(json)) throw mismatch(type, json);
  const typeAt = itemTypes(type, json.length);
  return json.map((item, index) => inside(index, () => decodeJson(typeAt(index), item, depth + 1)));
}

function simple(type: CtyType & string, json: unknown, depth: number): Value {
  const number = numberIn(json);
  if (number !== undefined && type === "number") return number;
  if (number === undefined && type === "string" && typeof json === "string") return json;
  if (type === "bool" && typeof json === "boolean") return json;
  if (type === "dynamic" && isJsonObject(json)) return dynamic(json, depth);
  throw mismatch(type, json);
}

function dynamic({ type, value }: Json, depth: number): Value {
  if (type === undefined || value === undefined) {
    throw new WireError('expected a dynamic value as an object of "type" and "value"');
  }
  const inner = inside("type", () => typeFromJson(type));
  return new Dynamic(inner, decodeJson(inner, value, depth + 1));
}

type Json = { readonly [name: string]: unknown };

function map(type: CtyType, json: Json, depth: number): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (const [key, value] of Object.entries(json)) {
    record[key] = inside({ key }, () => decodeJson(type, value, depth + 1));
  }
  return record;
}

/** Does not use `inside`: most values are objects, and a closure for each attribute would be slow. */
function object(types: { readonly [name: string]: CtyType }, json: Json, depth: number): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (const [name, type] of Object.entries(types)) {
    const value = Object.hasOwn(json, name) ? json[name] : null;
    try {
      record[name] = decodeJson(type, value, depth + 1);
    } catch (error) {
      throw within(name, error);
    }
  }
  return record;
}

function mismatch(type: CtyType, json: unknown): WireError {
  const kind = numberIn(json) === undefined ? (Array.isArray(json) ? "array" : typeof json) : "number";
  return new WireError(`expected ${typeName(type)}, got ${kind}`);
}

/** The prefix of strings that stand for numbers. Unguessable, so that no string of a user is taken for a number. */
const MARK = `number ${randomUUID()} `;

const TOKEN = /\\.|"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Finds numbers that JSON.parse might change: those with a fraction, an exponent or 16 digits, and -0. */
const INEXACT = /(?:^|[[:,])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

/**
 * Parses JSON like JSON.parse, which would round numbers: each number becomes a marked string instead, which
 * {@link numberIn} reads.
 * @throws WireError if the text is not JSON
 */
function parseExact(text: string): unknown {
  if (!INEXACT.test(text)) return parseJson(text);
  let isQuoted = false;
  return parseJson(
    text.replace(TOKEN, (token) => {
      if (token === '"') isQuoted = !isQuoted;
      return isQuoted || token === '"' || token.startsWith("\\") ? token : `"${MARK}${token}"`;
    }),
  );
}

/** Returns the number that a part of parsed JSON stands for. Undefined if it is not a number. */
function numberIn(json: unknown): ExactNumber | undefined {
  if (typeof json === "number") return json;
  return typeof json === "string" && json.startsWith(MARK)
    ? numberFromText(json.slice(MARK.length))
    : undefined;
}
