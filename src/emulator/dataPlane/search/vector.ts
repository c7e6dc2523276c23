import { isRecord } from "../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../domain/store/data";
import { refused } from "../call";
import { embedded } from "../documents/embed";
import { findField, isVector } from "../documents/schema";
import type { SearchArguments } from "./arguments";
import { isFloat, isUint32, listedValues, split } from "./values";

/** A vector to search for. */
export interface VectorPlan {
  readonly field: StoredField;
  readonly query: VectorQuery;
  readonly values: readonly number[];
}

/** Reads `vector_query`. Without a vector or a document, it only limits the number of hits. @throws NodeRefusalError 400 */
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

/** Checks that a vector field of `query_by` computes its vectors. @throws NodeRefusalError 400 */
export function checkEmbeddedField(field: StoredField): void {
  if (!field.index) throw refused(`Field \`${field.name}\` is marked as a non-indexed field in the schema.`);
  if (isEmbedded(field)) return;
  const words = "is not an auto-embedding field, do not use `query_by` with it, use `vector_query` instead.";
  throw refused(`Vector field \`${field.name}\` ${words}`);
}

/** Returns the vector of a query, or the vector that the field computes for words. @throws NodeRefusalError 400 */
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

/** The content of `vector_query`: `field:([0.1, 0.2], k: 10)`, or `field:([], id: 5)`. */
interface VectorQuery {
  field: string;
  values: number[];
  /** The number of nearest documents; 0 means as many as are answered. */
  k: number;
  /** The document whose vector is searched for. It is not part of the result. */
  id: string | null;
  distanceThreshold: number;
  /** The weight of the vector, compared with the words. */
  alpha: number;
  queries: string[];
  queryWeights: number[];
}

/** Returns a vector query without options. */
export function newVectorQuery(field: string, values: number[] = []): VectorQuery {
  return {
    ...{ field, values, k: 0, id: null },
    ...{ distanceThreshold: 2 ** 31, alpha: 0.3, queries: [], queryWeights: [] },
  };
}

const malformed = (words = "") =>
  refused(`Malformed vector query string${words === "" ? "." : `: ${words}`}`);

/**
 * Parses a vector query.
 * @param allowsEmpty whether it may name neither values nor a document
 * @throws NodeRefusalError 400
 */
export function parseVectorQuery(
  text: string,
  collection: StoredCollection,
  allowsEmpty: boolean,
): VectorQuery {
  const bracket = text.search(/[([]/);
  const colon = text.indexOf(":");
  if (bracket >= 0 && (colon < 0 || bracket < colon)) {
    throw malformed("`:` is missing after the vector field name.");
  }
  if (colon < 0) throw malformed("`:` is missing.");
  const open = text.indexOf("[", text.indexOf("(", colon));
  const close = open < 0 ? -1 : text.indexOf("]", open);
  if (text.indexOf("(", colon) < 0 || close < 0) throw malformed();
  const values = split(text.slice(open + 1, close));
  if (!values.every(isFloat)) throw malformed("one of the vector values is not a float.");
  const query = newVectorQuery(
    text.slice(0, colon).trim(),
    values.map((one) => Math.fround(Number(one))),
  );
  const rest = text.slice(close + 1);
  if (rest.length === 1) {
    if (values.length === 0 && !allowsEmpty) {
      throw refused("When a vector query value is empty, an `id` parameter must be present.");
    }
    return query;
  }
  for (const option of optionsOf(rest)) setOption(query, option, collection);
  checkWeights(query);
  return query;
}

/** Splits `name: value` options at the commas outside brackets. */
function optionsOf(text: string): [string, string][] {
  const options = text.replace(/\)\s*$/, "").match(/(\[[^\]]*\]|[^,[])+/g) ?? [];
  return options
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => {
      const parts = split(one, ":");
      const [name = "", value = ""] = parts;
      if (parts.length !== 2) throw malformed();
      return [name, value];
    });
}

function setOption(query: VectorQuery, [name, value]: [string, string], collection: StoredCollection): void {
  switch (name) {
    case "id":
      setDocument(query, value, collection);
      return;
    case "k":
      if (!isUint32(value)) throw malformed("`k` parameter must be an integer.");
      query.k = Number(value);
      return;
    case "flat_search_cutoff":
      if (!isUint32(value)) throw malformed("`flat_search_cutoff` parameter must be an integer.");
      return;
    case "distance_threshold":
      setThreshold(query, value, collection);
      return;
    case "alpha":
      if (!isFloat(value) || Number(value) < 0 || Number(value) > 1) {
        throw malformed("`alpha` parameter must be a float between 0.0-1.0.");
      }
      query.alpha = Number(value);
      return;
    case "ef":
      if (!isUint32(value) || Number(value) === 0) {
        throw malformed("`ef` parameter must be a positive integer.");
      }
      return;
    case "queries":
      query.queries = listedValues(inside(value, "`queries` parameter must be a list of strings."));
      return;
    case "query_weights": {
      const words = "`query_weights` parameter must be a list of floats.";
      const weights = split(inside(value, words));
      if (!weights.every(isFloat)) throw malformed(words);
      query.queryWeights = weights.map(Number);
      return;
    }
    case "image":
      fieldOf(query, collection);
      throw malformed("`image` parameter is not supported for this field.");
  }
}

function inside(value: string, words: string): string {
  if (!value.startsWith("[") || !value.endsWith("]")) throw malformed(words);
  return value.slice(1, -1);
}

function fieldOf({ field }: VectorQuery, collection: StoredCollection) {
  const found = findField(collection, field);
  if (found === undefined) throw malformed(`could not find a field named \`${field}\`.`);
  return found;
}

function setThreshold(query: VectorQuery, value: string, collection: StoredCollection): void {
  const { vec_dist: kind } = fieldOf(query, collection);
  if (!isFloat(value)) throw malformed("`distance_threshold` parameter must be a float.");
  if (kind !== "ip" && (Number(value) < 0 || Number(value) > 2)) {
    throw malformed("`distance_threshold` parameter must be a float between 0.0-2.0.");
  }
  query.distanceThreshold = Number(value);
}

function setDocument(query: VectorQuery, id: string, collection: StoredCollection): void {
  if (query.values.length > 0) throw malformed("cannot pass both vector query and `id` parameter.");
  const document = [...collection.documents.values()].find((one) => one.id === id);
  if (document === undefined) throw refused("Document id referenced in vector query is not found.");
  const { [query.field]: vector } = document;
  if (!isNumbers(vector)) {
    const words = "Document referenced in vector query does not contain a valid vector field.";
    throw refused(words);
  }
  query.values = [...vector];
  query.id = id;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

function checkWeights({ queries, queryWeights }: VectorQuery): void {
  if (queryWeights.length === 0) return;
  if (queries.length !== queryWeights.length) {
    throw malformed("`queries` and `query_weights` must be of the same length.");
  }
  const sum = queryWeights.reduce((total, weight) => Math.fround(total + Math.fround(weight)), 0);
  if (sum !== 1) throw malformed("`query_weights` must sum to 1.0.");
}
