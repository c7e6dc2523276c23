import { isDynamic } from "../../../api/dataPlane/fields";
import type { StoredCollection } from "../../domain/store/data";
import { NodeRefusalError, refused } from "../call";
import { findField, isTextField, isVector, type Schema } from "../documents/schema";
import type { Infix, SearchArguments } from "./arguments";
import type { QueryField } from "./text/match";
import { checkEmbeddedField, embedQuery, newVectorQuery, type VectorPlan } from "./vector";

/** The maximum weight. Without weights, the first field has it, and each further field weighs one less. */
const MAX_WEIGHT = 15;

interface SearchField extends QueryField {
  readonly infix: Infix;
}

export interface SearchFields {
  readonly fields: readonly SearchField[];
  /** The vector to search for, from `vector_query` or a field of `query_by` that computes vectors. */
  readonly vector: VectorPlan | null;
  /** True if a missing field was tolerated. */
  readonly lacksSome: boolean;
}

/** Reads the fields of `query_by` with their options, the heaviest first. @throws NodeRefusalError */
export function readSearchFields(
  given: SearchArguments,
  collection: StoredCollection,
  vectorGiven: VectorPlan | null,
): SearchFields {
  const { queryBy, numTypos, prefixes, infixes, weights, q } = given;
  const fields: SearchField[] = [];
  let vector = vectorGiven;
  let embeddedFields = 0;
  let lacksSome = false;
  for (const [index, name] of queryBy.entries()) {
    if (name === "id") throw refused("Cannot use `id` as a query by field.");
    if (/^\$.*\(.*\)/.test(name)) throw refused("Query by reference is not yet supported.");
    const meant = unlessUnknown(given.booleans.validate_field_names, () =>
      resolveFields(name, collection, { onlyText: true }),
    );
    lacksSome ||= meant === null;
    for (const one of meant ?? []) {
      const field = findField(collection, one);
      if (field === undefined)
        throw new NodeRefusalError(404, `Could not find \`${one}\` field in the schema.`);
      if (!isVector(field)) {
        fields.push({
          name: one,
          weight: weights[index] ?? 0,
          numTypos: numTypos[index] ?? numTypos[0] ?? 0,
          prefix: prefixes[index] ?? prefixes[0] ?? false,
          infix: infixes[index] ?? infixes[0] ?? "off",
        });
        continue;
      }
      embeddedFields += 1;
      if (embeddedFields > 1 || (vector !== null && vector.field.name !== one)) {
        throw refused("Only one embedding field is allowed in the query.");
      }
      if (field.index && q === "*") continue;
      checkEmbeddedField(field);
      const query = vector === null ? newVectorQuery(one) : { ...vector.query, field: one };
      vector = { field, query, values: embedQuery(q, field) };
    }
  }
  if (vector !== null && vector.values.length === 0 && embeddedFields === 0) {
    throw refused("Vector query could not find any embedded fields.");
  }
  checkTexts(fields, collection);
  return { fields: weighted(fields, weights.length > 0), vector, lacksSome };
}

function checkTexts(fields: readonly SearchField[], collection: StoredCollection): void {
  for (const { name } of fields) {
    const field = findField(collection, name);
    if (!field?.index) throw refused(`Field \`${name}\` is marked as a non-indexed field in the schema.`);
    if (!isTextField(field)) throw refused(`Field \`${name}\` should be a string or a string array.`);
  }
}

/** Replaces weights that are too large or not in order by their ranks. */
function weighted(fields: readonly SearchField[], isGiven: boolean): SearchField[] {
  if (!isGiven) return fields.map((field, index) => ({ ...field, weight: Math.max(0, MAX_WEIGHT - index) }));
  const inOrder = fields.every(({ weight }, index) => weight <= (fields[index - 1]?.weight ?? MAX_WEIGHT));
  if (inOrder) return [...fields];
  let last = MAX_WEIGHT;
  return [...fields]
    .sort((left, right) => right.weight - left.weight)
    .map((field, index, sorted) => {
      const isLighter = index > 0 && field.weight !== sorted[index - 1]?.weight;
      last = isLighter ? Math.max(0, last - 1) : last;
      return { ...field, weight: last };
    });
}

interface NameRules {
  /** Rejects fields that are neither text nor vectors. */
  readonly onlyText?: boolean;
  /** True if an asterisk at the end matches any ending. @default true */
  readonly wildcard?: boolean;
}

/**
 * Resolves a name of a parameter to fields: the field itself, those inside an object, or those that match a pattern.
 * @throws NodeRefusalError: 400 for an invalid pattern or type, 404 for no field
 */
export function resolveFields(
  name: string,
  { fields, enable_nested_fields: nested }: Schema,
  { onlyText = false, wildcard = true }: NameRules = {},
): string[] {
  if (name.startsWith("$") || name === "id") return [name];
  const isPattern = name.includes("*");
  if (isPattern && !wildcard) throw refused(`Pattern \`${name}\` is not allowed.`);
  const prefix = isPattern ? name.slice(0, -1) : name;
  const meant: string[] = [];
  for (const field of fields) {
    if (isDynamic(field) || !field.name.startsWith(prefix)) continue;
    const isObject = field.type.startsWith("object");
    const exact = field.name === name;
    const isEmbedding = isVector(field);
    if (onlyText && !isTextField(field) && !isEmbedding) {
      if (exact && !isObject && !isPattern) {
        throw refused(`Field \`${name}\` should be a string or a string array.`);
      }
      continue;
    }
    const isInside = nested && field.name.includes(".");
    if (!exact && !isPattern && !isInside) continue;
    const followsDot = nested && field.name.length > name.length && field.name[name.length] === ".";
    if ((exact && !isObject) || (isPattern && field.index) || (exact && isEmbedding) || followsDot) {
      meant.push(field.name);
    }
  }
  if (meant.length > 0) return meant;
  if (!isPattern) throw new NodeRefusalError(404, `Could not find a field named \`${name}\` in the schema.`);
  // The message for a pattern is cut short on the server, too.
  const words = onlyText
    ? `No string or string array field found matching the pattern \`${name}\` in the schema.`
    : "No field found matching the pattern `";
  throw new NodeRefusalError(404, words);
}

/** Returns the result of `read`; null if it finds no field and `validate_field_names` is off. */
export function unlessUnknown<Value>(validates: boolean, read: () => Value): Value | null {
  return unlessRefused(read, ({ status }) => !validates && status === 404);
}

/** Returns the result of `read`; null if it is refused. */
export function unlessRefused<Value>(
  read: () => Value,
  isTolerated: (refusal: NodeRefusalError) => boolean = () => true,
): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NodeRefusalError && isTolerated(error)) return null;
    throw error;
  }
}
