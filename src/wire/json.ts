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
import type { ExactNumber } from "./cty/value";
import { Dynamic, type Value, type ValueRecord } from "./cty/value";

/**
 * Reads a value from Terraform's JSON form, which state files have. Numbers keep every digit. Attributes that the text
 * lacks are null, and those that the type lacks are dropped: state may be older or newer than the type.
 * @throws WireError naming the place, when the text is not JSON or a part of it is not of its type.
 */
export function decodeJsonText(type: CtyType, text: string): Value {
  return decodeJson(type, parseExact(text));
}

/** The same from JSON that is parsed already. */
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

/** Without `inside`: objects are most of what is read, and a closure for each attribute would cost. */
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

/** Begins a text that stands for a number. Unguessable, so that no text of a user is taken for one. */
const MARK = `number ${randomUUID()} `;

const TOKEN = /\\.|"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Where a number may stand that JSON.parse would change: one with a fraction or an exponent, with 16 digits, or -0. */
const INEXACT = /(?:^|[[:,])\s*(?:-0|-?\d+[.eE]|-?\d{16})/;

/**
 * Reads a JSON text as JSON.parse does, but for its numbers: JSON.parse would round them, so each one becomes a marked
 * text, which {@link numberIn} reads.
 * @throws WireError when the text is not JSON.
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

/** The number that a part of parsed JSON stands for; undefined when it is none. */
function numberIn(json: unknown): ExactNumber | undefined {
  if (typeof json === "number") return json;
  return typeof json === "string" && json.startsWith(MARK)
    ? numberFromText(json.slice(MARK.length))
    : undefined;
}
