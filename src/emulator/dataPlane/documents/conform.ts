import type { StoredField } from "../../domain/store/data";
import { NodeRefusalError } from "../call";
import { type DirtyValues, fitted, putFitted } from "./fit";
import type { Draft, Flattened } from "./flatten";
import { isNumber } from "./json/values";
import { type CompiledSchema, compiledSchema, type Schema } from "./schema";

export const ACTIONS = ["create", "upsert", "update", "emplace"] as const;
/** The action for a document whose id exists, or does not. */
export type Action = (typeof ACTIONS)[number];

interface Occasion {
  readonly action: Action;
  /** True if a document with this id exists. */
  readonly isUpdate: boolean;
  readonly dirty: DirtyValues;
}

/** Makes a document conform to the schema: values are checked, coerced or dropped, as `dirty` says. @throws NodeRefusalError 400 */
export function conform(
  schema: Schema,
  document: Draft,
  flat: Flattened["values"],
  occasion: Occasion,
): void {
  const { default_sorting_field: sorting } = schema;
  const { action, isUpdate, dirty } = occasion;
  const isSorted = sorting === "" || Object.hasOwn(document, sorting) || flat.has(sorting);
  if (!isSorted && (action === "create" || action === "upsert")) {
    throw missing(sorting, "has been declared as a default sorting field, but is not found in the document.");
  }
  const known = compiledSchema(schema);
  const partial = action === "update" || (action === "emplace" && isUpdate);
  for (const target of known.checked) {
    const { field } = target;
    const { name, optional } = field;
    const isOwn = Object.hasOwn(document, name);
    if (!isOwn && !flat.has(name)) {
      if (optional || partial) continue;
      if (field.store !== false) {
        throw missing(name, "has been declared in the schema, but is not found in the document.");
      }
    }
    const value = (isOwn ? document[name] : flat.get(name)) ?? null;
    if (optional && value === null) {
      // In an update, null removes a value.
      if (!isUpdate) delete document[name];
      continue;
    }
    const fit = fitted(target, value, dirty);
    // A value inside an object is only checked.
    if (fit !== value && isOwn) putFitted(document, name, fit);
  }
  for (const { field, from } of known.embeddings) checkEmbedded(known, document, field, from, isUpdate);
}

/** Checks the sources of a computed field. @throws NodeRefusalError 400 */
function checkEmbedded(
  { byName }: CompiledSchema,
  document: Draft,
  field: StoredField,
  from: readonly string[],
  isUpdate: boolean,
): void {
  const given = document[field.name];
  if (given !== undefined && !isUpdate) {
    if (field.optional && Array.isArray(given) && given.length === 0) return;
    if (!Array.isArray(given) || !isNumber(given[0]) || given.length !== field.num_dim) {
      throw missing(field.name, "contains an invalid embedding.");
    }
    if (!given.every(isNumber)) throw missing(field.name, "contains invalid float values.");
    return;
  }
  let isAnyGiven = false;
  for (const name of from) {
    const source = byName.get(name);
    if (source === undefined) throw missing(field.name, "has invalid fields to create embeddings from.");
    const value = document[name] ?? null;
    if (value === null) {
      if (isUpdate || source.optional) continue;
      throw missing(name, "is needed to create embedding.");
    }
    isAnyGiven = true;
    const isRight =
      source.type === "string"
        ? typeof value === "string"
        : source.type !== "string[]" ||
          (Array.isArray(value) && value.every((one) => typeof one === "string"));
    if (!isRight) throw missing(name, "has malformed data.");
  }
  if (isAnyGiven || field.optional || isUpdate) return;
  const advice = "please provide at least one valid field or make the embedding field optional.";
  throw new NodeRefusalError(
    400,
    `No valid fields found to create embedding for \`${field.name}\`, ${advice}`,
  );
}

function missing(name: string, rest: string): NodeRefusalError {
  return new NodeRefusalError(400, `Field \`${name}\` ${rest}`);
}
