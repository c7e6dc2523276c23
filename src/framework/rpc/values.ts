import { type DynamicValue, decodeJsonText, decodeValue, encodeValue } from "../../wire";
import type { CtyType } from "../../wire/cty/type";
import { Double, isRecord, mapRecord, type Value, type ValueRecord } from "../../wire/cty/value";
import type { Diagnostics } from "../diagnostics";
import { type Fields, isBlock, mapBlock, sensitiveStrings, typeOfField, typeOfFields } from "../schema";
import type { Session } from "../session";
import { withEmptyBlocks } from "../state";
import { withoutWriteOnly } from "../writeOnly";

const UTF8 = new TextDecoder();

export function decode(type: CtyType, value: DynamicValue | undefined): Value {
  if (!value) return null;
  if (value.json.length > 0) return decodeJsonText(type, UTF8.decode(value.json));
  return value.msgpack.length === 0 ? null : decodeValue(type, value.msgpack);
}

export function encode(type: CtyType, value: Value): DynamicValue {
  return { msgpack: encodeValue(type, value), json: new Uint8Array() };
}

/** Decodes the values of a schema. Null if Terraform sends none. */
export function decodeRecord(fields: Fields, value: DynamicValue | undefined): ValueRecord | null {
  const decoded = decode(typeOfFields(fields), value);
  return isRecord(decoded) ? asTyped(fields, decoded) : null;
}

/** Decodes the values of a schema, and registers the sensitive ones as secrets. */
export function decodeAndRegister(
  session: Session,
  fields: Fields,
  value: DynamicValue | undefined,
): ValueRecord | null {
  const values = decodeRecord(fields, value);
  registerSecrets(session, fields, values);
  return values;
}

/** Registers the sensitive values as secrets, so that nothing that leaves this process shows them. */
export function registerSecrets(
  { environment: { secrets } }: Session,
  fields: Fields,
  values: ValueRecord | null,
): void {
  for (const text of values ? sensitiveStrings(fields, values) : []) secrets.add(text, "a sensitive value");
}

export function encodeRecord(fields: Fields, values: ValueRecord | null): DynamicValue {
  return encode(typeOfFields(fields), values);
}

/** Encodes the state of a resource, or the plan of one. Write-only values are never in one, whatever the resource returned. */
export function encodeStored(fields: Fields, values: ValueRecord | null): DynamicValue {
  return encodeRecord(fields, values && withoutWriteOnly(fields, values));
}

/** True if Terraform has sent the same value twice, so that decoding it once is enough. */
export function sameBytes(a: DynamicValue | undefined, b: DynamicValue | undefined): boolean {
  if (!a || !b || a.json.length > 0 || b.json.length > 0) return false;
  return Buffer.compare(a.msgpack, b.msgpack) === 0;
}

/** Converts numbers to JavaScript's where the type does not require exact ones. Changes the values in place: they were just decoded. */
function asTyped(fields: Fields, values: ValueRecord): ValueRecord {
  for (const name of plainNumberFields(fields)) {
    const field = fields[name];
    const value = values[name];
    if (!field || value === undefined) continue;
    values[name] = isBlock(field)
      ? mapBlock(field, value, (item) => asTyped(field.fields, item))
      : plainNumbers(value);
  }
  return values;
}

const numberedOf = new WeakMap<Fields, readonly string[]>();

/** Returns the fields that contain numbers which need not be exact. Cached, because every call of Terraform needs them. */
function plainNumberFields(fields: Fields): readonly string[] {
  const known = numberedOf.get(fields);
  if (known) return known;
  const names = Object.entries(fields)
    .filter(([, field]) =>
      isBlock(field)
        ? plainNumberFields(field.fields).length > 0
        : !field.type.exact && holdsNumbers(field.type.cty),
    )
    .map(([name]) => name);
  numberedOf.set(fields, names);
  return names;
}

function holdsNumbers(type: CtyType): boolean {
  if (typeof type === "string") return type === "number";
  const parts = type[0] === "tuple" || type[0] === "object" ? Object.values(type[1]) : [type[1]];
  return parts.some(holdsNumbers);
}

function plainNumbers(value: Value): Value {
  if (value instanceof Double) return value.value;
  if (Array.isArray(value)) return value.map(plainNumbers);
  return isRecord(value) ? mapRecord(value, plainNumbers) : value;
}

/**
 * Encodes a state. A value that does not have its type is a fault in the provider, but no reason to lose an existing instance:
 * it is stored as null, with a warning.
 */
export function encodeState(
  fields: Fields,
  state: ValueRecord | null,
  diagnostics: Diagnostics,
): DynamicValue {
  try {
    return encodeStored(fields, state);
  } catch (error) {
    if (!state) throw error;
    const valid = mapRecord(state, (value, name) => validOrNull(fields, name, value, diagnostics));
    return encodeStored(fields, withEmptyBlocks(fields, valid));
  }
}

function validOrNull(fields: Fields, name: string, value: Value, diagnostics: Diagnostics): Value {
  const field = fields[name];
  try {
    if (field) encode(typeOfField(field), value);
    return value;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    diagnostics.warn(
      `No valid value for ${name}`,
      `The provider created a value for "${name}" that the state cannot store (${problem}); it is stored as null. ` +
        "This is a fault in the provider, not in your configuration. Please report it.",
      [name],
    );
    return null;
  }
}

/** The version of private state. Old state files contain older versions. */
const PRIVATE_VERSION = 1;

/** Encodes private state. No private state is no bytes. */
export function encodePrivate(privateState: unknown): Uint8Array {
  if (privateState === undefined || privateState === null) return new Uint8Array();
  const v = PRIVATE_VERSION;
  return Buffer.from(JSON.stringify(Object.assign({ v }, privateState, { v })), "utf8");
}

/** The mark in the private bytes of an instance that was moved from another type, and what has happened since. */
const MOVED = "moved";

/** `unread`: the state has what the move knows, and nothing more. `read`: it was read once, by the refresh after the move. */
export type MoveMark = "unread" | "read";

/** Encodes the private state of an instance that was moved from another type. */
export function encodeMovedPrivate(privateState: unknown, mark: MoveMark): Uint8Array {
  return encodePrivate(Object.assign({}, privateState, { [MOVED]: mark }));
}

/** Splits the mark of a move off decoded private state. */
export function splitMoved(privateState: unknown): {
  readonly mark: MoveMark | undefined;
  readonly rest: unknown;
} {
  if (typeof privateState !== "object" || privateState === null || !(MOVED in privateState))
    return { mark: undefined, rest: privateState };
  const { [MOVED]: mark, ...rest } = privateState;
  return { mark: mark === "read" ? "read" : "unread", rest };
}

/** Decodes private state. Undefined if there is none, or if it has another version or format. */
export function decodePrivate(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const parsed: unknown = JSON.parse(UTF8.decode(bytes));
    if (typeof parsed !== "object" || parsed === null || !("v" in parsed)) return undefined;
    const { v, ...privateState } = parsed;
    return v === PRIVATE_VERSION ? privateState : undefined;
  } catch {
    return undefined;
  }
}
