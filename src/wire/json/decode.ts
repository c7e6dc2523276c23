import { inside, WireError } from "../cty/error";
import { type CtyType, itemTypes, MAX_DEPTH, parseType, tooDeep, typeName } from "../cty/type";
import { Dynamic, type Value, type ValueRecord } from "../cty/value";
import { type Json, JsonNumber, readJson } from "./reader";

/**
 * Reads a value from Terraform's JSON form, which state files have. Numbers keep every digit. Attributes that the text
 * lacks are null, and those that the type lacks are dropped: state may be older or newer than the type.
 * @throws WireError naming the place, when the text is not JSON or a part of it is not of its type.
 */
export function decodeJsonValue(type: CtyType, text: string): Value {
  return convert(type, readJson(text), 0);
}

function convert(type: CtyType, json: Json, depth: number): Value {
  if (depth > MAX_DEPTH) throw tooDeep("a value");
  if (json === null) return null;
  if (typeof type === "string") return simple(type, json, depth);
  if (type[0] === "object" || type[0] === "map") {
    if (!(json instanceof Map)) throw mismatch(type, json);
    return type[0] === "object" ? object(type[1], json, depth) : map(type[1], json, depth);
  }
  if (!Array.isArray(json)) throw mismatch(type, json);
  const typeAt = itemTypes(type, json.length);
  return json.map((item, index) => inside(index, () => convert(typeAt(index), item, depth + 1)));
}

function simple(type: CtyType & string, json: Json, depth: number): Value {
  if (type === "string" && typeof json === "string") return json;
  if (type === "bool" && typeof json === "boolean") return json;
  if (type === "number" && json instanceof JsonNumber) return json.value;
  if (type === "dynamic" && json instanceof Map) return dynamic(json, depth);
  throw mismatch(type, json);
}

function dynamic(json: Map<string, Json>, depth: number): Value {
  const type = json.get("type");
  const value = json.get("value");
  if (type === undefined || value === undefined || json.size !== 2) {
    throw new WireError('expected a dynamic value as an object of "type" and "value"');
  }
  const inner = inside("type", () => parseType(typeText(type)));
  return new Dynamic(inner, convert(inner, value, depth + 1));
}

/** The JSON text of a type that was read as part of a larger text; a number, which no type has, becomes null. */
function typeText(json: Json): string {
  return JSON.stringify(json, (_key, part: unknown) => {
    if (part instanceof JsonNumber) return null;
    return part instanceof Map ? Object.fromEntries(part) : part;
  });
}

function map(type: CtyType, json: Map<string, Json>, depth: number): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (const [key, value] of json) record[key] = inside({ key }, () => convert(type, value, depth + 1));
  return record;
}

function object(
  types: { readonly [name: string]: CtyType },
  json: Map<string, Json>,
  depth: number,
): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (const [name, type] of Object.entries(types)) {
    record[name] = inside(name, () => convert(type, json.get(name) ?? null, depth + 1));
  }
  return record;
}

function mismatch(type: CtyType, json: Json): WireError {
  const kind = json instanceof JsonNumber ? "number" : Array.isArray(json) ? "array" : typeof json;
  return new WireError(`expected ${typeName(type)}, got ${kind}`);
}
