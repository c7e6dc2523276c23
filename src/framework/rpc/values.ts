import {
  type DynamicValue,
  decodeJsonValue,
  decodeValue,
  encodeValue,
  type Type as WireType,
  type Value as WireValue,
} from "../../wire";
import type { CtyType, Value, ValueRecord } from "../value";

// Wire and framework hold values in the same plain form, each with names of its own; here the two meet.

export function decode(type: CtyType, value: DynamicValue | undefined): Value {
  if (!value) return null;
  if (value.json.length > 0)
    return decodeJsonValue(type as WireType, new TextDecoder().decode(value.json)) as Value;
  return value.msgpack.length === 0 ? null : (decodeValue(type as WireType, value.msgpack) as Value);
}

export function decodeRecord(type: CtyType, value: DynamicValue | undefined): ValueRecord | null {
  return decode(type, value) as ValueRecord | null;
}

export function decodeJson(type: CtyType, text: string): ValueRecord {
  return decodeJsonValue(type as WireType, text) as ValueRecord;
}

export function encode(type: CtyType, value: Value): DynamicValue {
  return { msgpack: encodeValue(type as WireType, value as WireValue), json: new Uint8Array() };
}
