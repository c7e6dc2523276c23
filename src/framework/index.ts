/** All that a resource may import. */
export type { Call } from "./call";
export * as checks from "./checks";
export { TerminalFailure, TerraformError } from "./diagnostics";
export { formatDuration, parseDuration } from "./duration";
export { type Change, type Lane, REPLACE, STATE_ONLY } from "./lanes";
export type { Log } from "./log";
export type { Plannable, Planning } from "./planning";
export { type AnyProvider, type AnyResource, type ConfigureContext, define } from "./provider";
export { FunctionError, GONE, type Gone, type ProviderFunction } from "./resource";
export { atLeastOneOf, type Problem, type Rule } from "./rules";
export { block, type Check, defineFields, defineResourceFields, type ValuesOf } from "./schema";
export * as t from "./type";
export { isUnknown, type Path, UNKNOWN, type Unknown } from "./value";
