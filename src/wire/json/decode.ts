import { inside, WireError } from "../cty/error";
import { type CtyType, itemTypes, parseType, typeName } from "../cty/type";
import { Dynamic, type Value, type ValueRecord } from "../cty/value";
import { type Json, JsonNumber, readJson } from "./reader";

/**
 * Reads a value from Terraform's JSON form, which state files have. Numbers keep every digit. Attributes that the text
 * lacks are null, and those that the type lacks are dropped: state may be older or newer than the type.
 * @throws WireError naming the place, when the text is not JSON or a part of it is not of its type.
 */
export function decodeJsonValue(type: CtyType, text: string): Value {
  return convert(type, readJson(text));
}

/** Descends no deeper than the text, whose depth {@link readJson} has limited. */
function convert(type: CtyType, json: Json): Value {
  if (json === null) return null;
  if (typeof type === "string") return simple(type, json);
  if (type[0] === "object" || type[0] === "map") {
    if (!(json instanceof Map)) throw mismatch(type, json);
    return type[0] === "object" ? object(type[1], json) : map(type[1], json);
  }
  if (!Array.isArray(json)) throw mismatch(type, json);
  const typeAt = itemTypes(type, json.length);
  return json.map((item, index) => inside(index, () => convert(typeAt(index), item)));
}

function simple(type: CtyType & string, json: Json): Value {
  if (type === "string" && typeof json === "string") return json;
  if (type === "bool" && typeof json === "boolean") return json;
  if (type === "number" && json instanceof JsonNumber) return json.value;
  if (type === "dynamic" && json instanceof Map) return dynamic(json);
  throw mismatch(type, json);
}

function dynamic(json: Map<string, Json>): Value {
  const type = json.get("type");
  const value = json.get("value");
  if (type === undefined || value === undefined || json.size !== 2) {
    throw new WireError('expected a dynamic value as an object of "type" and "value"');
  }
  const inner = inside("type", () => parseType(typeText(type)));
  return new Dynamic(inner, convert(inner, value));
}

/** The JSON text of a type that was read as part of a larger text; a number, which no type has, becomes null. */
function typeText(json: Json): string {
  return JSON.stringify(json, (_key, part: unknown) => {
    if (part instanceof JsonNumber) return null;
    return part instanceof Map ? Object.fromEntries(part) : part;
  });
}

function map(type: CtyType, json: Map<string, Json>): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (const [key, value] of json) record[key] = inside({ key }, () => convert(type, value));
  return record;
}

function object(types: { readonly [name: string]: CtyType }, json: Map<string, Json>): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (const [name, type] of Object.entries(types)) {
    record[name] = inside(name, () => convert(type, json.get(name) ?? null));
  }
  return record;
}

function mismatch(type: CtyType, json: Json): WireError {
  const kind = json instanceof JsonNumber ? "number" : Array.isArray(json) ? "array" : typeof json;
  return new WireError(`expected ${typeName(type)}, got ${kind}`);
}
