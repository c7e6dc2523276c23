import { spread } from "../../../domain/derived";
import type { StoredCollection } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { fieldNamed, isVector } from "../../documents/schema";
import type { FilterRules } from "../filter/compile";
import { isUint32, split } from "../values";
import { parseVectorQuery } from "../vector/parse";
import { distanceTo, embeddedQuery } from "../vector/plan";
import { type Criterion, plain } from "./order";

/** What decides how `sort_by` is understood. */
export interface SortRules {
  readonly collection: StoredCollection;
  readonly filter: FilterRules;
  /** What is searched for, in words. */
  readonly q: string;
  readonly isWildcard: boolean;
  readonly isVector: boolean;
  readonly isGrouped: boolean;
  /** How many hits the group of a hit has. */
  readonly groupFound: (key: string) => number;
  /** What `_rand` begins with when it names no seed. */
  readonly seed: number;
  /** The place of the search in a union; null outside. */
  readonly unionIndex: number | null;
}

/** What a document without a vector counts as. */
const NO_VECTOR = 2;
const BEYOND = 3.4028234663852886e38;

/** `_vector_query(field:([0.1, 0.2]))`. @throws NodeRefusal 400 in the server's words */
export function vectorCriterion(options: string, descending: boolean, rules: SortRules): Criterion {
  if (options === "") throw new NodeRefusal(400, "The vector query in sort_by is empty.");
  const query = parseVectorQuery(options, rules.collection, true);
  const field = fieldNamed(rules.collection, query.field);
  if (field === undefined || !isVector(field)) {
    throw new NodeRefusal(400, `Could not find a field named \`${query.field}\` in vector index.`);
  }
  const values = embeddedQuery(query, field, rules.q);
  if (values.length !== field.num_dim) {
    const words = `must have ${String(field.num_dim)} dimensions.`;
    throw new NodeRefusal(400, `Query field \`${query.field}\` ${words}`);
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

export function unknownField(name: string): NodeRefusal {
  return new NodeRefusal(404, `Could not find a field named \`${name}\` in the schema for sorting.`);
}

/** `buckets: 10` or `bucket_size: 10`. @throws NodeRefusal 400 */
export function bucketsOf(name: string, options: string): Pick<Criterion, "buckets"> {
  const parts = split(options, ":");
  const [kind, count = ""] = parts;
  if (parts.length !== 2 || (kind !== "buckets" && kind !== "bucket_size")) {
    throw new NodeRefusal(400, `Invalid sorting parameter passed for ${name}.`);
  }
  if (!isUint32(count)) {
    const words = "`buckets` or `bucket_size` configuration.";
    throw new NodeRefusal(400, `Invalid value passed for ${name} ${words}`);
  }
  const buckets = kind === "buckets" ? { count: Number(count) } : { size: Number(count) };
  return Number(count) === 0 ? {} : { buckets };
}

/** An order that looks random and follows from the seed. @throws NodeRefusal 400 */
export function randomCriterion(options: string, descending: boolean, usual: number): Criterion {
  if (options !== "" && !isUint32(options)) {
    throw new NodeRefusal(400, "Only positive integer seed value is allowed.");
  }
  const seed = options === "" ? usual : Number(options);
  return plain("_rand", "random_order", descending, ({ position }) => spread(`${seed} ${position}`, 2 ** 31));
}
