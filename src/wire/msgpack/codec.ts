import { inside, WireError, within } from "../cty/error";
import { numberToWire } from "../cty/number";
import { type CtyType, encodeType, MAX_DEPTH, parseType, typeName } from "../cty/type";
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
 * @throws WireError naming the place, when the value is not of the type.
 */
export function encodeValue(type: CtyType, value: Value): Uint8Array {
  const writer = new MsgpackWriter();
  write(writer, type, value, 0);
  return writer.finish();
}

/**
 * Reads a value from Terraform's msgpack for its type. Every extension item, refined or not, is UNKNOWN.
 * @throws WireError naming the place, when the bytes are not a value of the type.
 */
export function decodeValue(type: CtyType, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = read(reader, type, 0);
  if (reader.remaining > 0) throw new WireError(`${reader.remaining} bytes too many after the value`);
  return value;
}

function write(writer: MsgpackWriter, type: CtyType, value: Value, depth: number): void {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (value === null) writer.nil();
  else if (value === UNKNOWN) writer.unknown();
  else if (typeof type === "string") writeSimple(writer, type, value, depth);
  else writeParts(writer, type, value, depth);
}

function writeSimple(writer: MsgpackWriter, type: CtyType & string, value: Value, depth: number): void {
  if (type === "string" && typeof value === "string") writer.string(value);
  else if (type === "bool" && typeof value === "boolean") writer.bool(value);
  else if (type === "number" && isNumber(value)) writeNumber(writer, value);
  else if (type === "dynamic" && value instanceof Dynamic) {
    writer.array(2);
    writer.binary(encodeType(value.type));
    write(writer, value.type, value.value, depth + 1);
  } else throw mismatch(type, kindOf(value));
}

function writeParts(
  writer: MsgpackWriter,
  type: Exclude<CtyType, string>,
  value: Value,
  depth: number,
): void {
  switch (type[0]) {
    case "list":
    case "set":
      writeItems(writer, arrayOf(type, value), () => type[1], depth);
      break;
    case "tuple":
      writeTuple(writer, type[1], arrayOf(type, value), depth);
      break;
    case "map":
      writeMap(writer, type[1], recordOf(type, value), depth);
      break;
    case "object":
      writeObject(writer, type[1], recordOf(type, value), depth);
  }
}

function writeNumber(writer: MsgpackWriter, value: ExactNumber): void {
  const wire = value instanceof Double ? value : numberToWire(value);
  if (wire instanceof Double) writer.double(wire.value);
  else if (typeof wire === "string") writer.string(wire);
  else writer.integer(wire);
}

function writeItems(
  writer: MsgpackWriter,
  items: readonly Value[],
  typeAt: (index: number) => CtyType,
  depth: number,
) {
  writer.array(items.length);
  items.forEach((item, index) => {
    inside(index, () => write(writer, typeAt(index), item, depth + 1));
  });
}

function writeTuple(
  writer: MsgpackWriter,
  types: readonly CtyType[],
  items: readonly Value[],
  depth: number,
) {
  if (items.length !== types.length) {
    throw new WireError(`expected a tuple of ${types.length} items, got ${items.length}`);
  }
  writeItems(writer, items, (index) => types[index] ?? "dynamic", depth);
}

function writeMap(writer: MsgpackWriter, type: CtyType, record: ValueRecord, depth: number): void {
  const entries = Object.entries(record);
  writer.map(entries.length);
  for (const [key, value] of entries) {
    writer.string(key);
    inside({ key }, () => write(writer, type, value, depth + 1));
  }
}

function writeObject(
  writer: MsgpackWriter,
  types: { readonly [name: string]: CtyType },
  record: ValueRecord,
  depth: number,
): void {
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
  if (depth > MAX_DEPTH) throw tooDeep();
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
  switch (type[0]) {
    case "list":
    case "set":
      return readItems(reader, reader.array(), () => type[1], depth);
    case "tuple":
      return readTuple(reader, type[1], depth);
    case "map":
      return readMap(reader, type[1], depth);
    case "object":
      return readObject(reader, type[1], depth);
  }
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

function readItems(
  reader: MsgpackReader,
  size: number,
  typeAt: (index: number) => CtyType,
  depth: number,
): Value[] {
  const items: Value[] = [];
  for (let index = 0; index < size; index += 1) {
    items.push(inside(index, () => read(reader, typeAt(index), depth + 1)));
  }
  return items;
}

function readTuple(reader: MsgpackReader, types: readonly CtyType[], depth: number): Value[] {
  const size = reader.array();
  if (size !== types.length) throw new WireError(`expected a tuple of ${types.length} items, got ${size}`);
  return readItems(reader, size, (index) => types[index] ?? "dynamic", depth);
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

function readObject(
  reader: MsgpackReader,
  types: { readonly [name: string]: CtyType },
  depth: number,
): ValueRecord {
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

function arrayOf(type: CtyType, value: Value): readonly Value[] {
  if (!Array.isArray(value)) throw mismatch(type, kindOf(value));
  return value;
}

function recordOf(type: CtyType, value: Value): ValueRecord {
  if (!isRecord(value)) throw mismatch(type, kindOf(value));
  return value;
}

function mismatch(type: CtyType, got: string): WireError {
  return new WireError(`expected ${typeName(type)}, got ${got}`);
}

function missing(name: string): WireError {
  return new WireError("expected a value (null when it is not set), got none", [name]);
}

function unexpected(name: string): WireError {
  return new WireError("an attribute that the type does not have", [name]);
}

function tooDeep(): WireError {
  return new WireError(`a value nested more than ${MAX_DEPTH} levels deep`);
}
