import { type DynamicValue, decodeJsonValue, decodeValue, encodeValue } from "../../wire";
import type { CtyType } from "../../wire/cty/type";
import { mapRecord, type Value, type ValueRecord } from "../../wire/cty/value";
import { withEmptyBlocks } from "../blocks";
import type { Diagnostics } from "../diagnostics";
import { type Fields, typeOfField, typeOfFields } from "../schema";

export function decode(type: CtyType, value: DynamicValue | undefined): Value {
  if (!value) return null;
  if (value.json.length > 0) return decodeJsonValue(type, new TextDecoder().decode(value.json));
  return value.msgpack.length === 0 ? null : decodeValue(type, value.msgpack);
}

export function decodeRecord(type: CtyType, value: DynamicValue | undefined): ValueRecord | null {
  return decode(type, value) as ValueRecord | null;
}

export function decodeJson(type: CtyType, text: string): ValueRecord {
  return decodeJsonValue(type, text) as ValueRecord;
}

export function encode(type: CtyType, value: Value): DynamicValue {
  return { msgpack: encodeValue(type, value), json: new Uint8Array() };
}

/**
 * A state as bytes. A value that is not of its type is a fault of ours, and no reason to lose an instance that exists:
 * it is stored as null, with a warning.
 */
export function encodeState(
  fields: Fields,
  state: ValueRecord | null,
  diagnostics: Diagnostics,
): DynamicValue {
  const type = typeOfFields(fields);
  try {
    return encode(type, state);
  } catch (error) {
    if (!state) throw error;
    const sound = mapRecord(state, (value, name) => soundOrNull(fields, name, value, diagnostics));
    return encode(type, withEmptyBlocks(fields, sound));
  }
}

function soundOrNull(fields: Fields, name: string, value: Value, diagnostics: Diagnostics): Value {
  const field = fields[name];
  try {
    if (field) encode(typeOfField(field), value);
    return value;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    diagnostics.warn(
      `No valid value for ${name}`,
      `The provider made a value for "${name}" that state cannot hold (${problem}); it is stored as null. ` +
        "This is a fault in the provider, not in your configuration. Please report it.",
      [name],
    );
    return null;
  }
}
