import type { StoredCollection, StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { fieldNamed } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { isVector } from "../fieldNames";
import { embeddedQuery, isEmbedded } from "./embedding";
import { parseVectorQuery, type VectorQuery } from "./parse";

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
