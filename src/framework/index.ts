import "../wire/process/interrupt";

export { formatDuration, parseDuration } from "../duration";
/** Everything that a provider may import. */
export { type Path, pathText } from "../wire/cty/error";
export { numberText } from "../wire/cty/number";
export {
  Dynamic,
  isNull,
  isNumber,
  isRecord,
  isUnknown,
  UNKNOWN,
  type Unknown,
  type Value,
} from "../wire/cty/value";
export type { Log } from "../wire/log";
export type { ActionCall, ActionPlanning } from "./action";
export type { Call, Plannable, Planning } from "./call";
export * as checks from "./checks";
export { REPAIR_STATE, TerminalError, TerraformError } from "./diagnostics";
export type { EphemeralCall, RenewableCall } from "./ephemeral";
export type { Identity, IdentityValues } from "./identity";
export type { ListCall, Listed } from "./list";
export type { Move, MoveCall, Moved, MovedState } from "./move";
export {
  type AnyAction,
  type AnyEphemeralResource,
  type AnyListResource,
  type AnyProvider,
  type AnyResource,
  define,
  type Operations,
  type Types,
  withOperations,
  withTypes,
} from "./provider";
export { FunctionError, GONE, type Gone, type ProviderFunction } from "./resource";
export {
  block,
  defineActionSchema,
  defineResourceSchema,
  defineSchema,
  type ResourceFields,
  type ValuesOf,
  type ValueValidator,
} from "./schema";
export { serve } from "./serve";
export * as t from "./type";
export { describeDecomposed, findDecomposed } from "./unicode";
export { type Change, changedNames, namesUpdatedBy, REPLACE, STATE_ONLY, type Update } from "./updates";
export { findProblems, type Problem, type Validator } from "./validate";
