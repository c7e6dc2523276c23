/**
 * The parts of zod that records need, and the only import of zod, so that chunks that are loaded one after the other share one
 * copy (tools/build.ts).
 */
export {
  array,
  boolean,
  lazy,
  looseObject,
  number,
  object,
  type output,
  preprocess,
  record,
  string,
  union,
  type ZodArray,
  type ZodSafeParseResult,
  type ZodType,
} from "zod";
