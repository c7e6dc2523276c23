import { isRecord } from "../../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { refused } from "../../call";
import { embedded } from "../../documents/embed";
import { findField, isVector } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { isNumbers, parseVectorQuery, type VectorQuery } from "./parse";

/** A vector to search for. */
export interface VectorPlan {
  readonly field: StoredField;
  readonly query: VectorQuery;
  readonly values: readonly number[];
}

/** Reads `vector_query`. Without a vector or a document, it only limits the number of hits. @throws NodeRefusal 400 */
export function readVectorPlan(
  { q, strings }: SearchArguments,
  collection: StoredCollection,
): { plan: VectorPlan | null; atMost: number | null } {
  if (strings.vector_query === "") return { plan: null, atMost: null };
  const isForAll = q === "*" || q === "";
  const query = parseVectorQuery(strings.vector_query, collection, false);
  const field = findField(collection, query.field);
  if (field === undefined || !isVector(field)) {
    throw refused(`Field \`${query.field}\` does not have a vector query index.`);
  }
  if (!field.index) {
    const words = "is marked as a non-indexed field in the schema.";
    throw refused(`Field \`${query.field}\` ${words}`);
  }
  const values = query.queries.length > 0 ? queryValues(query, field, q) : query.values;
  if (isForAll && values.length === 0 && query.id === null) {
    return { plan: null, atMost: query.k === 0 ? null : query.k };
  }
  if (isForAll && values.length !== field.num_dim) {
    const words = `must have ${String(field.num_dim)} dimensions.`;
    throw refused(`Query field \`${query.field}\` ${words}`);
  }
  return { plan: { field, query, values }, atMost: null };
}

/** Checks that a vector field of `query_by` computes its vectors. @throws NodeRefusal 400 */
export function checkEmbeddedField(field: StoredField): void {
  if (!field.index) throw refused(`Field \`${field.name}\` is marked as a non-indexed field in the schema.`);
  if (isEmbedded(field)) return;
  const words = "is not an auto-embedding field, do not use `query_by` with it, use `vector_query` instead.";
  throw refused(`Vector field \`${field.name}\` ${words}`);
}

/** Returns the vector of a query, or the vector that the field computes for words. @throws NodeRefusal 400 */
export function queryValues({ values, queries, queryWeights }: VectorQuery, field: StoredField, q: string) {
  if (queries.length > 0) {
    if (!isEmbedded(field)) throw refused("`queries` parameter is only supported for auto-embedding fields.");
    return weighted(
      queries.map((one) => embedQuery(one, field)),
      queryWeights,
    );
  }
  return values.length === 0 && isEmbedded(field) ? embedQuery(q, field) : values;
}

/** True if a field computes its vectors from other fields. */
function isEmbedded({ embed }: StoredField): boolean {
  return isRecord(embed) && Array.isArray(embed.from);
}

/** Computes the vector of a query. */
export function embedQuery(q: string, { embed, num_dim: size }: StoredField): number[] {
  const config = isRecord(embed) && isRecord(embed.model_config) ? embed.model_config : {};
  const prefix = typeof config.query_prefix === "string" ? config.query_prefix : "";
  return embedded(prefix + q, Number(size));
}

function weighted(vectors: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const [first = []] = vectors;
  return first.map((_, place) =>
    vectors.reduce(
      (sum, vector, index) => sum + (vector[place] ?? 0) * (weights[index] ?? 1 / vectors.length),
      0,
    ),
  );
}

/** Returns the distance of a document's vector; null without a vector of that size. */
type Distance = (document: StoredDocument) => number | null;

/** Returns the distance function of a field: 1 minus the cosine similarity, or 1 minus the inner product. */
export function distanceTo(values: readonly number[], { name, vec_dist: kind }: StoredField): Distance {
  const length = kind === "ip" ? 1 : norm(values);
  return ({ [name]: vector }) => {
    if (!isNumbers(vector) || vector.length !== values.length) return null;
    const product = vector.reduce((sum, value, index) => sum + value * (values[index] ?? 0), 0);
    const size = kind === "ip" ? 1 : norm(vector) * length;
    return Math.fround(kind === "ip" ? 1 - product : Math.abs(1 - (size === 0 ? 0 : product / size)));
  };
}

function norm(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}
