/**
 * What the records are made of. All that a part of the program takes of zod stands here, so that those which are loaded one
 * after the other share one copy (tools/build.ts).
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
