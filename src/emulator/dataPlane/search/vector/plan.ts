import { isRecord } from "../../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { embedded } from "../../documents/embed";
import { fieldNamed, isVector } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { isNumbers, parseVectorQuery, type VectorQuery } from "./parse";

/** A vector that is searched for. */
export interface VectorPlan {
  readonly field: StoredField;
  readonly query: VectorQuery;
  readonly values: readonly number[];
}

/**
 * Reads `vector_query`. Without a vector or a document it only limits how many hits are answered.
 * @throws NodeRefusal 400 in the server's words
 */
export function vectorPlan(
  { q, texts }: SearchArguments,
  collection: StoredCollection,
): { plan: VectorPlan | null; atMost: number | null } {
  if (texts.vector_query === "") return { plan: null, atMost: null };
  const isForAll = q === "*" || q === "";
  const query = parseVectorQuery(texts.vector_query, collection, false);
  const field = fieldNamed(collection, query.field);
  if (field === undefined || !isVector(field)) {
    throw new NodeRefusal(400, `Field \`${query.field}\` does not have a vector query index.`);
  }
  if (!field.index) {
    const words = "is marked as a non-indexed field in the schema.";
    throw new NodeRefusal(400, `Field \`${query.field}\` ${words}`);
  }
  const values = query.queries.length > 0 ? embeddedQuery(query, field, q) : query.values;
  if (isForAll && values.length === 0 && query.id === null) {
    return { plan: null, atMost: query.k === 0 ? null : query.k };
  }
  if (isForAll && values.length !== field.num_dim) {
    const words = `must have ${String(field.num_dim)} dimensions.`;
    throw new NodeRefusal(400, `Query field \`${query.field}\` ${words}`);
  }
  return { plan: { field, query, values }, atMost: null };
}

/** The vector of the words of `q` for a field of `query_by` that computes vectors. @throws NodeRefusal 400 */
export function checkEmbeddedField(field: StoredField): void {
  if (!field.index) {
    throw new NodeRefusal(400, `Field \`${field.name}\` is marked as a non-indexed field in the schema.`);
  }
  if (isEmbedded(field)) return;
  const words = "is not an auto-embedding field, do not use `query_by` with it, use `vector_query` instead.";
  throw new NodeRefusal(400, `Vector field \`${field.name}\` ${words}`);
}

/** The vector that a query names, or the one that the field computes for words. @throws NodeRefusal 400 in the server's words */
export function embeddedQuery({ values, queries, queryWeights }: VectorQuery, field: StoredField, q: string) {
  if (queries.length > 0) {
    if (!isEmbedded(field)) {
      throw new NodeRefusal(400, "`queries` parameter is only supported for auto-embedding fields.");
    }
    return weighted(
      queries.map((one) => queryVector(one, field)),
      queryWeights,
    );
  }
  return values.length === 0 && isEmbedded(field) ? queryVector(q, field) : values;
}

/** Whether a field computes its vectors from other fields. */
function isEmbedded({ embed }: StoredField): boolean {
  return isRecord(embed) && Array.isArray(embed.from);
}

/** The vector of a query. */
export function queryVector(q: string, { embed, num_dim: size }: StoredField): number[] {
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

/** How far the vector of a document is from another one; null when it has none of that size. */
type Distance = (document: StoredDocument) => number | null;

/** The distance of a field: 1 less the cosine of the angle, or 1 less the inner product. */
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
