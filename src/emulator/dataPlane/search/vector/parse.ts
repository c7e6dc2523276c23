import type { StoredCollection } from "../../../domain/store/data";
import { refused } from "../../call";
import { findField } from "../../documents/schema";
import { isFloat, isUint32, listedValues, split } from "../values";

/** The content of `vector_query`: `field:([0.1, 0.2], k: 10)`, or `field:([], id: 5)`. */
export interface VectorQuery {
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
 * @throws NodeRefusal 400
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

export function isNumbers(value: unknown): value is readonly number[] {
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
