/** All that a resource may import. */

export type { Path } from "../wire/cty/error";
export { isUnknown, UNKNOWN, type Unknown } from "../wire/cty/value";
export type { Log } from "../wire/log";
export type { Call } from "./call";
export * as checks from "./checks";
export { TerminalFailure, TerraformError } from "./diagnostics";
export { formatDuration, parseDuration } from "./duration";
export type { Plannable, Planning } from "./planning";
export { type AnyProvider, type AnyResource, type ConfigureContext, define } from "./provider";
export { FunctionError, GONE, type Gone, type ProviderFunction } from "./resource";
export { block, defineResourceSchema, defineSchema, type ValuesOf, type ValueValidator } from "./schema";
export * as t from "./type";
export { type Change, changedNames, REPLACE, STATE_ONLY, type Update } from "./updates";
export { atLeastOneOf, type Problem, type Validator } from "./validators";
