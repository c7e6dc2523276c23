import { spread } from "../../../domain/derived";
import type { StoredCollection } from "../../../domain/store/data";
import { asRefusal, NodeRefusalError, refused } from "../../call";
import { findField, isVector } from "../../documents/schema";
import { compileFilter, type FilterRules } from "../filter/compile";
import { isUint32, split } from "../values";
import { distanceTo, parseVectorQuery, queryValues } from "../vector";
import { byCreation, byDistance, byText, type Criterion, simpleCriterion } from "./order";
import type { SortClause } from "./parse";

/** The search that `sort_by` belongs to. */
export interface SortRules {
  readonly collection: StoredCollection;
  readonly filter: FilterRules;
  /** The words to search for. */
  readonly q: string;
  readonly isWildcard: boolean;
  readonly isVector: boolean;
  readonly isGrouped: boolean;
  /** Returns the number of hits in the group of a hit. */
  readonly groupFound: (key: string) => number;
  /** The seed of `_rand` if it names none. */
  readonly seed: number;
  /** The index of the search in a union; null outside. */
  readonly unionIndex: number | null;
}

/** Returns the criterion of a computed value, such as `_text_match`; null for other names. @throws NodeRefusalError */
export function computedCriterion(
  name: string,
  options: string | null,
  descending: boolean,
  rules: SortRules,
): Criterion | null {
  if (name === "_text_match") return byText({ name, descending, ...readBuckets(name, options) });
  if (name === "_vector_distance") {
    const buckets = readBuckets(name, options);
    if (rules.isVector) return byDistance({ name, descending, ...buckets });
    const words = "is only supported for vector queries, semantic search and hybrid search.";
    throw new NodeRefusalError(404, `sort_by vector_distance ${words}`);
  }
  if (options !== null) {
    if (name === "_vector_query") return vectorCriterion(options, descending, rules);
    return name === "_rand" ? randomCriterion(options, descending, rules.seed) : null;
  }
  if (name === "_seq_id") return { ...byCreation(), descending };
  if (name !== "_group_found") return null;
  if (!rules.isGrouped) {
    throw new NodeRefusalError(404, "group_by parameters should not be empty when using sort_by group_found");
  }
  return simpleCriterion(name, "string_field", descending, ({ key }) => rules.groupFound(key));
}

/** The distance of a document without a vector. */
const NO_VECTOR = 2;
const BEYOND = 3.4028234663852886e38;

/** Reads `_vector_query(field:([0.1, 0.2]))`. @throws NodeRefusalError 400 */
function vectorCriterion(options: string, descending: boolean, rules: SortRules): Criterion {
  if (options === "") throw refused("The vector query in sort_by is empty.");
  const query = parseVectorQuery(options, rules.collection, true);
  const field = findField(rules.collection, query.field);
  if (field === undefined || !isVector(field)) {
    throw refused(`Could not find a field named \`${query.field}\` in vector index.`);
  }
  const values = queryValues(query, field, rules.q);
  if (values.length !== field.num_dim) {
    const words = `must have ${String(field.num_dim)} dimensions.`;
    throw refused(`Query field \`${query.field}\` ${words}`);
  }
  const distance = distanceTo(values, field);
  return {
    name: "_vector_query",
    type: "vector_search",
    descending,
    missingFirst: false,
    answersDistance: true,
    keys: ({ document }) => {
      const far = distance(document) ?? NO_VECTOR;
      return [far > query.distanceThreshold ? BEYOND : far];
    },
  };
}

/** Reads `buckets: 10` or `bucket_size: 10`. @throws NodeRefusalError 400 */
function readBuckets(name: string, options: string | null): Pick<Criterion, "buckets"> {
  if (options === null) return {};
  const parts = split(options, ":");
  const [kind, count = ""] = parts;
  if (parts.length !== 2 || (kind !== "buckets" && kind !== "bucket_size")) {
    throw refused(`Invalid sorting parameter passed for ${name}.`);
  }
  if (!isUint32(count)) {
    const words = "`buckets` or `bucket_size` configuration.";
    throw refused(`Invalid value passed for ${name} ${words}`);
  }
  const buckets = kind === "buckets" ? { count: Number(count) } : { size: Number(count) };
  return Number(count) === 0 ? {} : { buckets };
}

/** Returns a pseudo-random order for a seed. @throws NodeRefusalError 400 */
export function randomCriterion(options: string, descending: boolean, usual: number): Criterion {
  if (options !== "" && !isUint32(options)) throw refused("Only positive integer seed value is allowed.");
  const seed = options === "" ? usual : Number(options);
  return simpleCriterion("_rand", "random_order", descending, ({ position }) =>
    spread(`${seed} ${position}`, 2 ** 31),
  );
}

export function evalCriterion(
  evals: NonNullable<SortClause["evals"]>,
  descending: boolean,
  { filter }: SortRules,
): Criterion {
  const tests = evals.map(({ filter: text, score }) => {
    if (text === "") throw refused("The eval expression in sort_by is empty.");
    try {
      return { passes: compileFilter(text, filter), score };
    } catch (error) {
      throw new NodeRefusalError(asRefusal(error).status, "Error parsing eval expression in sort_by clause.");
    }
  });
  return simpleCriterion(
    "_eval",
    "eval_expression",
    descending,
    ({ document }) => tests.find(({ passes }) => passes(document))?.score ?? 0,
  );
}

export function byUnionIndex(index: number, descending: boolean): Criterion {
  return simpleCriterion("_union_search_index", "union_query_order", descending, () => index);
}
