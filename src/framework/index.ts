/** All that a resource may import. */
export type { Call } from "./call";
export * as checks from "./checks";
export { TerminalFailure, TerraformError } from "./diagnostics";
export { formatDuration, parseDuration } from "./duration";
export type { Log } from "./log";
export type { Plannable, Planning } from "./planning";
export { type AnyProvider, type AnyResource, type ConfigureContext, define } from "./provider";
export { FunctionError, GONE, type Gone, type ProviderFunction } from "./resource";
export { block, defineResourceSchema, defineSchema, type ValuesOf, type ValueValidator } from "./schema";
export * as t from "./type";
export { type Change, changedNames, REPLACE, STATE_ONLY, type Update } from "./updates";
export { atLeastOneOf, type Problem, type Validator } from "./validators";
export { isUnknown, type Path, UNKNOWN, type Unknown } from "./value";
