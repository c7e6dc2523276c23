import type { StoredDocument } from "../../../domain/store/data";
import { asRefusal, collectionNamed, NodeRefusalError, refused } from "../../call";
import { findField } from "../../documents/schema";
import { findRelation } from "../joins/relation";
import { unlessRefused } from "../queryFields";
import { byUnionIndex, computedCriterion, evalCriterion, randomCriterion, type SortRules } from "./computed";

import { fieldCriterion } from "./fields";
import { byCreation, byDistance, byText, type Criterion, type Hit, type SortKey } from "./order";
import { parseSort, type SortClause } from "./parse";

const MAX_CRITERIA = 3;

/**
 * Returns the criteria of a search: those of `sort_by`, then the text match. Without `sort_by`: text match or vector
 * distance, then default_sorting_field in descending order, or else the newest document first.
 * @throws NodeRefusalError
 */
export function sortCriteria(clauses: readonly SortClause[], rules: SortRules): Criterion[] {
  const given = givenCriteria(clauses, rules);
  const criteria = withDefaults(given, rules);
  if (criteria.length > MAX_CRITERIA) {
    throw new NodeRefusalError(422, `Only upto ${MAX_CRITERIA} sort_by fields can be specified.`);
  }
  if (clauses.filter(({ evals }) => evals !== undefined).length > 1) {
    throw new NodeRefusalError(422, "Only one sorting eval expression is allowed.");
  }
  return criteria;
}

/** Returns the named criteria, without defaults. @throws NodeRefusalError */
function givenCriteria(clauses: readonly SortClause[], rules: SortRules): Criterion[] {
  return clauses.flatMap((clause) =>
    clause.name.startsWith("$") ? joinedCriteria(clause, rules) : [criterionOf(clause, rules)],
  );
}

function criterionOf({ name: text, order, evals }: SortClause, rules: SortRules): Criterion {
  const descending = order === "DESC";
  if (evals !== undefined) return evalCriterion(evals, descending, rules);
  if (text === "_rand") return randomCriterion("", descending, rules.seed);
  if (text === "_union_search_index") return byUnionIndex(rules.unionIndex ?? 0, descending);
  const open = text.endsWith(")") ? text.indexOf("(") : -1;
  const name = open < 0 ? text : text.slice(0, open);
  const options = open < 0 ? null : text.slice(open + 1, -1);
  const criterion =
    computedCriterion(name, options, descending, rules) ?? sortField(name, options, descending, rules);
  if (order !== "ASC" && order !== "DESC")
    throw refused(`Order for field\` ${name}\` should be either ASC or DESC.`);
  return criterion;
}

function sortField(name: string, options: string | null, descending: boolean, { collection }: SortRules) {
  const field = findField(collection, name);
  const criterion = field && fieldCriterion(field, options, descending, collection);
  if (criterion === undefined || !(field?.sort && field.index)) {
    throw new NodeRefusalError(404, `Could not find a field named \`${name}\` in the schema for sorting.`);
  }
  return criterion;
}

function withDefaults(given: readonly Criterion[], rules: SortRules): Criterion[] {
  const { isWildcard, isVector, unionIndex, collection } = rules;
  const criteria = [...given];
  const has = (name: string) => criteria.some((one) => one.name === name);
  const text = byText({ name: "_text_match", descending: true });
  const distance = byDistance({ name: "_vector_distance", descending: false });
  const inUnion = () => [byUnionIndex(unionIndex ?? 0, false), byCreation()];
  if (given.length === 0) {
    if (!isWildcard) criteria.push(text);
    if (isVector) criteria.push(distance);
    const { default_sorting_field: sorting } = collection;
    const field = sorting === "" ? undefined : findField(collection, sorting);
    if (sorting !== "" && !field?.index) {
      const words =
        "Default sorting field not found in the schema or it has been marked as a non-indexed field.";
      throw refused(words);
    }
    if (field !== undefined) criteria.push(fieldCriterion(field, null, true, collection));
    else if (unionIndex === null) criteria.push(byCreation());
    if (unionIndex !== null && criteria.length < 2) criteria.push(...inUnion());
  }
  if (!has("_text_match") && !isWildcard && criteria.length < MAX_CRITERIA) criteria.push(text);
  if (!has("_vector_distance") && isVector && isWildcard && criteria.length < MAX_CRITERIA) {
    criteria.push(distance);
  }
  if (unionIndex !== null && !has("_union_search_index") && criteria.length < 2) criteria.push(...inUnion());
  return criteria;
}

/**
 * Reads `$Collection(field:order)`. Of several joined documents, the first in this order counts.
 * @throws NodeRefusalError 400
 */
function joinedCriteria({ name: text }: SortClause, rules: SortRules): Criterion[] {
  const { collection, filter } = rules;
  const open = text.indexOf("(");
  const name = text.slice(1, open);
  const joined = collectionNamed(filter.data, name);
  if (joined === undefined) throw refused(`Referenced collection \`${name}\` in \`sort_by\` not found.`);
  const relation = findRelation(collection, joined, filter.data);
  if (relation === null) throw refused(`Failed to join on \`${joined.name}\`: No reference field found.`);
  const found = new Map<unknown, StoredDocument[]>();
  for (const document of joined.documents.values()) {
    for (const value of relation.joinedValues(document)) {
      found.set(value, [...(found.get(value) ?? []), document]);
    }
  }
  const joinedTo = ({ document }: Hit) =>
    relation.ownValues(document).flatMap((value) => found.get(value) ?? []);
  const inner = { ...rules, collection: joined, filter: { ...filter, collection: joined } };
  return innerCriteria(text.slice(open + 1, -1), joined.name, inner).map((criterion) => ({
    ...criterion,
    keys: (hit) => {
      const keys = joinedTo(hit).map((document) => criterion.keys({ ...hit, document })[0]);
      return [extreme(keys, criterion.descending)];
    },
  }));
}

function innerCriteria(text: string, name: string, rules: SortRules): Criterion[] {
  const clauses = unlessRefused(() => parseSort(text));
  if (clauses === null) throw refused("Reference `sort_by` is malformed.");
  try {
    return givenCriteria(clauses, rules);
  } catch (error) {
    const { status, message } = asRefusal(error);
    throw new NodeRefusalError(status, `Referenced collection \`${name}\`: ${message}`);
  }
}

function extreme(keys: readonly SortKey[], largest: boolean): SortKey {
  const [first, ...rest] = keys.filter((key): key is number | string => key !== undefined);
  return first === undefined
    ? undefined
    : rest.reduce((best, key) => ((largest ? key > best : key < best) ? key : best), first);
}
