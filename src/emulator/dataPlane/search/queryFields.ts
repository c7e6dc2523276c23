import { isDynamic } from "../../../api/dataPlane/fields";
import type { StoredCollection } from "../../domain/store/data";
import { NodeRefusal } from "../call";
import { fieldNamed, isTextField, isVector, type Schema } from "../documents/schema";
import type { Infix, SearchArguments } from "./arguments";
import type { QueryField } from "./text/match";
import { vectorQuery } from "./vector/parse";
import { checkEmbeddedField, queryVector, type VectorPlan } from "./vector/plan";

/** The heaviest weight; without weights it is that of the first field, and each that follows weighs one less. */
const MAX_WEIGHT = 15;

export interface SearchField extends QueryField {
  readonly infix: Infix;
}

export interface SearchFields {
  readonly fields: readonly SearchField[];
  /** What is searched for in vectors, by `vector_query` or because a field of `query_by` computes them. */
  readonly vector: VectorPlan | null;
  /** Whether a field is not there and that is all right. */
  readonly lacksSome: boolean;
}

/** The fields of `query_by`, the heaviest first, with what holds for each of them. @throws NodeRefusal in the server's words */
export function searchFields(
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
    if (name === "id") throw new NodeRefusal(400, "Cannot use `id` as a query by field.");
    if (/^\$.*\(.*\)/.test(name)) throw new NodeRefusal(400, "Query by reference is not yet supported.");
    const meant = meantBy(name, collection, given.flags.validate_field_names);
    lacksSome ||= meant === null;
    for (const one of meant ?? []) {
      const field = fieldNamed(collection, one);
      if (field === undefined) throw new NodeRefusal(404, `Could not find \`${one}\` field in the schema.`);
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
        throw new NodeRefusal(400, "Only one embedding field is allowed in the query.");
      }
      if (field.index && q === "*") continue;
      checkEmbeddedField(field);
      const query = vector === null ? vectorQuery(one) : { ...vector.query, field: one };
      vector = { field, query, values: queryVector(q, field) };
    }
  }
  if (vector !== null && vector.values.length === 0 && embeddedFields === 0) {
    throw new NodeRefusal(400, "Vector query could not find any embedded fields.");
  }
  checkTexts(fields, collection);
  return { fields: weighted(fields, weights.length > 0), vector, lacksSome };
}

function meantBy(name: string, collection: StoredCollection, validates: boolean): string[] | null {
  try {
    return fieldsMeant(name, collection, { onlyText: true });
  } catch (error) {
    if (error instanceof NodeRefusal && error.status === 404 && !validates) return null;
    throw error;
  }
}

function checkTexts(fields: readonly SearchField[], collection: StoredCollection): void {
  for (const { name } of fields) {
    const field = fieldNamed(collection, name);
    if (!field?.index) {
      throw new NodeRefusal(400, `Field \`${name}\` is marked as a non-indexed field in the schema.`);
    }
    if (!isTextField(field))
      throw new NodeRefusal(400, `Field \`${name}\` should be a string or a string array.`);
  }
}

/** Weights that are not in order, or too large, are replaced by their ranks. */
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
  /** Refuses what is neither text nor a vector. */
  readonly onlyText?: boolean;
  /** Whether an asterisk at the end stands for any ending. @default true */
  readonly wildcard?: boolean;
}

/**
 * The fields that a name of a parameter means: the field itself, those inside an object, or those that match a pattern.
 * @throws NodeRefusal in the server's words: 400 for a pattern or type that is not allowed, 404 for none
 */
export function fieldsMeant(
  name: string,
  { fields, enable_nested_fields: nested }: Schema,
  { onlyText = false, wildcard = true }: NameRules = {},
): string[] {
  if (name.startsWith("$") || name === "id") return [name];
  const isPattern = name.includes("*");
  if (isPattern && !wildcard) throw new NodeRefusal(400, `Pattern \`${name}\` is not allowed.`);
  const prefix = isPattern ? name.slice(0, -1) : name;
  const meant: string[] = [];
  for (const field of fields) {
    if (isDynamic(field) || !field.name.startsWith(prefix)) continue;
    const isObject = field.type.startsWith("object");
    const exact = field.name === name;
    const isEmbedding = isVector(field);
    if (onlyText && !isTextField(field) && !isEmbedding) {
      if (exact && !isObject && !isPattern) {
        throw new NodeRefusal(400, `Field \`${name}\` should be a string or a string array.`);
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
  if (!isPattern) throw new NodeRefusal(404, `Could not find a field named \`${name}\` in the schema.`);
  // The message of a pattern breaks off on the server, too.
  const words = onlyText
    ? `No string or string array field found matching the pattern \`${name}\` in the schema.`
    : "No field found matching the pattern `";
  throw new NodeRefusal(404, words);
}
