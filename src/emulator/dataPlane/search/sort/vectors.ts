import { NodeRefusal } from "../../call";
import { fieldNamed } from "../../documents/schema";
import { isVector } from "../fieldNames";
import { distanceTo } from "../vector/distance";
import { embeddedQuery } from "../vector/embedding";
import { parseVectorQuery } from "../vector/parse";
import type { Criterion } from "./criterion";
import type { SortRules } from "./rules";

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
