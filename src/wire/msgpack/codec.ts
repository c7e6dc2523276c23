import { inside, WireError, within } from "../cty/error";
import { numberToWire } from "../cty/number";
import { type CtyType, encodeType, itemTypes, MAX_DEPTH, parseType, tooDeep, typeName } from "../cty/type";
import {
  Double,
  Dynamic,
  type ExactNumber,
  isNumber,
  isRecord,
  kindOf,
  UNKNOWN,
  type Value,
  type ValueRecord,
} from "../cty/value";
import { MsgpackReader } from "./reader";
import { MsgpackWriter } from "./writer";

/**
 * Writes a value as Terraform's msgpack for its type.
 * @throws WireError with the path, if the value does not have the type
 */
export function encodeValue(type: CtyType, value: Value): Uint8Array {
  const writer = new MsgpackWriter();
  write(writer, type, value, 0);
  return writer.finish();
}

/**
 * Reads a value from Terraform's msgpack for its type. Every extension item, refined or not, is UNKNOWN.
 * @throws WireError with the path, if the bytes are not a value of the type
 */
export function decodeValue(type: CtyType, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = read(reader, type, 0);
  if (reader.remaining > 0) throw new WireError(`${reader.remaining} bytes too many after the value`);
  return value;
}

function write(writer: MsgpackWriter, type: CtyType, value: Value, depth: number): void {
  if (depth > MAX_DEPTH) throw tooDeep("a value");
  if (value === null) writer.nil();
  else if (value === UNKNOWN) writer.unknown();
  else if (typeof type === "string") writeSimple(writer, type, value, depth);
  else if (type[0] === "object" && isRecord(value)) writeObject(writer, type[1], value, depth);
  else if (type[0] === "map" && isRecord(value)) writeMap(writer, type[1], value, depth);
  else if (type[0] !== "object" && type[0] !== "map" && Array.isArray(value)) {
    const typeAt = itemTypes(type, value.length);
    writer.array(value.length);
    value.forEach((item, index) => {
      inside(index, () => write(writer, typeAt(index), item, depth + 1));
    });
  } else throw mismatch(type, value);
}

function writeSimple(writer: MsgpackWriter, type: CtyType & string, value: Value, depth: number): void {
  if (type === "string" && typeof value === "string") writer.string(value);
  else if (type === "bool" && typeof value === "boolean") writer.bool(value);
  else if (type === "number" && isNumber(value)) writeNumber(writer, value);
  else if (type === "dynamic" && value instanceof Dynamic) {
    writer.array(2);
    writer.binary(encodeType(value.type));
    write(writer, value.type, value.value, depth + 1);
  } else throw mismatch(type, value);
}

function writeNumber(writer: MsgpackWriter, value: ExactNumber): void {
  const wire = value instanceof Double ? value : numberToWire(value);
  if (wire instanceof Double) writer.double(wire.value);
  else if (typeof wire === "string") writer.string(wire);
  else writer.integer(wire);
}

function writeMap(writer: MsgpackWriter, type: CtyType, record: ValueRecord, depth: number): void {
  const entries = Object.entries(record);
  writer.map(entries.length);
  for (const [key, value] of entries) {
    writer.string(key);
    inside({ key }, () => write(writer, type, value, depth + 1));
  }
}

type Attributes = { readonly [name: string]: CtyType };

/** Does not use `inside`: most values are objects, and a closure for each attribute would be slow. */
function writeObject(writer: MsgpackWriter, types: Attributes, record: ValueRecord, depth: number): void {
  for (const name of Object.keys(record)) if (!Object.hasOwn(types, name)) throw unexpected(name);
  const names = Object.keys(types);
  writer.map(names.length);
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined) throw missing(name);
    writer.string(name);
    try {
      write(writer, types[name] ?? "dynamic", value, depth + 1);
    } catch (error) {
      throw within(name, error);
    }
  }
}

function read(reader: MsgpackReader, type: CtyType, depth: number): Value {
  if (depth > MAX_DEPTH) throw tooDeep("a value");
  const kind = reader.peek();
  if (kind === "nil") {
    reader.nil();
    return null;
  }
  if (kind === "extension") {
    reader.extension();
    return UNKNOWN;
  }
  if (typeof type === "string") return readSimple(reader, type, depth);
  if (type[0] === "object") return readObject(reader, type[1], depth);
  if (type[0] === "map") return readMap(reader, type[1], depth);
  const items: Value[] = [];
  const size = reader.array();
  const typeAt = itemTypes(type, size);
  for (let index = 0; index < size; index += 1) {
    items.push(inside(index, () => read(reader, typeAt(index), depth + 1)));
  }
  return items;
}

function readSimple(reader: MsgpackReader, type: CtyType & string, depth: number): Value {
  if (type === "string") return reader.string();
  if (type === "bool") return reader.bool();
  if (type === "number") return reader.number();
  const size = reader.array();
  if (size !== 2)
    throw new WireError(`expected a dynamic value (its type and itself), got an array of ${size}`);
  const inner = parseType(reader.peek() === "string" ? reader.string() : reader.binary());
  return new Dynamic(inner, read(reader, inner, depth + 1));
}

function readMap(reader: MsgpackReader, type: CtyType, depth: number): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (let rest = reader.map(); rest > 0; rest -= 1) {
    const key = reader.string();
    if (key in record) throw new WireError(`the key ${JSON.stringify(key)} comes twice`);
    record[key] = inside({ key }, () => read(reader, type, depth + 1));
  }
  return record;
}

function readObject(reader: MsgpackReader, types: Attributes, depth: number): ValueRecord {
  const record: ValueRecord = Object.create(null);
  for (let rest = reader.map(); rest > 0; rest -= 1) {
    const name = reader.string();
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) throw unexpected(name);
    if (name in record) throw new WireError(`the attribute ${JSON.stringify(name)} comes twice`);
    try {
      record[name] = read(reader, type, depth + 1);
    } catch (error) {
      throw within(name, error);
    }
  }
  for (const name of Object.keys(types)) if (!(name in record)) throw missing(name);
  return record;
}

function mismatch(type: CtyType, value: Value): WireError {
  return new WireError(`expected ${typeName(type)}, got ${kindOf(value)}`);
}

function missing(name: string): WireError {
  return new WireError("expected a value (null when it is not set), got none", [name]);
}

function unexpected(name: string): WireError {
  return new WireError("an attribute that the type does not have", [name]);
}
