export { decodeValue, encodeValue } from "./codec";
export { pathText, type ValuePath, WireError } from "./error";
export * from "./generated/tfplugin6";
export { decodeJsonValue } from "./json";
export { createLog, type Log } from "./log";
export { encodeType, parseType, type Type } from "./type";
export { Decimal, Dynamic, UNKNOWN, type Unknown, type Value, type ValueRecord } from "./value";
