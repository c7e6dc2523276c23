export { type Path, pathText, WireError } from "./cty/error";
export { type CtyType, encodeType, parseJsonObject, parseType } from "./cty/type";
export { Decimal, Dynamic, UNKNOWN, type Unknown, type Value, type ValueRecord } from "./cty/value";
export * from "./generated/tfplugin6";

export type { CallContext, ProviderHandlers } from "./grpc/handlers";

export { decodeJson, decodeJsonText } from "./json";
export { createLog, type Log } from "./log";
export { decodeValue, encodeValue } from "./msgpack/codec";
export { type ReattachEntry, type ReattachOptions, serveReattach } from "./process/reattach";
export { type ServeOptions, serve } from "./process/serve";
