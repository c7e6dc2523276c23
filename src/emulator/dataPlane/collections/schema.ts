import { EVERY_FIELD, FIELD_TYPES, isSortable } from "../../../api/dataPlane/fields";
import type { StoredCollection, StoredField } from "../../domain/store/data";
import { isRule } from "../documents/schema";

const TYPES: ReadonlySet<string> = new Set(FIELD_TYPES);
const NUMERIC = /^(?:int32|int64|float)(?:\[\])?$/;
const GEO = /^geo(?:point(?:\[\])?|polygon)$/;

export const isKnownType = (type: string): boolean => TYPES.has(type);
export const isNumericType = (type: string): boolean => NUMERIC.test(type);
export const isGeoType = (type: string): boolean => GEO.test(type);
export const isSortedByDefault = (type: string): boolean => isSortable(type) && type !== "string";

/** Locales with a stemmer. Locales of invalid length are rejected earlier. */
const STEMMED =
  /^(?:ar|hy|eu|ca|da|nl|en|fi|fr|de|el|hi|hu|id|ga|it|lt|ne|no|pt|ro|ru|sr|es|sv|ta|tr|yi|de_en)?$/;

export const hasStemmer = (locale: string): boolean => STEMMED.test(locale);

/**
 * Returns why the server cannot write a schema to disk; null if it can. The server finds out at the end: a create
 * is then rejected, but an update has already changed the schema in memory.
 */
export function schemaProblem({
  fields,
  default_sorting_field: sorting,
}: Pick<StoredCollection, "fields" | "default_sorting_field">): string | null {
  for (const field of fields) {
    if (field.name === "id") continue;
    const problem = fieldProblem(field, sorting);
    if (problem !== null) return problem;
  }
  if (sorting !== "" && !fields.some(({ name }) => name === sorting)) {
    return `Default sorting field is defined as \`${sorting}\` but is not found in the schema.`;
  }
  return hasTwins(fields) ? "There are duplicate field names in the schema." : null;
}

function fieldProblem(field: StoredField, sorting: string): string | null {
  const { name, type } = field;
  if (!isKnownType(type)) {
    return `Field \`${name}\` has an invalid data type \`${type}\`, see docs for supported data types.`;
  }
  const sortingProblem = name === sorting ? defaultSortingProblem(field) : null;
  if (sortingProblem !== null) return sortingProblem;
  if (isRule(field) && field.nested !== true && !field.optional) {
    return `Field \`${name}\` must be an optional field.`;
  }
  if (name === EVERY_FIELD && !field.index) return `Field \`${name}\` cannot be marked as non-indexable.`;
  if (!field.index && field.facet) {
    return `Field \`${name}\` cannot be a facet since it's marked as non-indexable.`;
  }
  return field.sort && !isSortable(type) ? `Field \`${name}\` cannot be a sortable field.` : null;
}

function defaultSortingProblem({ name, type, sort, optional }: StoredField): string | null {
  if (!sort || !isSortable(type)) return `Default sorting field \`${name}\` is not a sortable type.`;
  if (optional) return `Default sorting field \`${name}\` cannot be an optional field.`;
  if (!isGeoType(type)) return null;
  return `Default sorting field cannot be of type ${type === "geopolygon" ? "geopolygon" : "geopoint"}.`;
}

/** True if a name occurs twice among the rules, or twice among the other fields. */
function hasTwins(fields: readonly StoredField[]): boolean {
  const seen = new Set(fields.map((field) => `${field.name === EVERY_FIELD || isRule(field)} ${field.name}`));
  return seen.size < fields.length;
}
