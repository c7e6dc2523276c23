import type { StoredCollection, StoredDocument } from "../../../domain/store/data";
import { collectionNamed, refused } from "../../call";
import { documentAnswer, projectionOf } from "../../documents/projection";
import { compileFilter, type FilterRules, type Predicate } from "../filter/compile";
import { tokenizeFilter } from "../filter/tokens";
import { type Include, includeOf, insideParentheses, joinedName } from "./includes";
import { findRelation, type Relation } from "./relation";

/** The functions that build the answer of a document. */
export interface DocumentView {
  /** Returns the requested fields of a document. */
  readonly own: (document: StoredDocument) => StoredDocument;
  /** Returns these fields with the joined documents. @throws NodeRefusalError 400 */
  readonly whole: (document: StoredDocument) => StoredDocument;
}

/**
 * Builds the view of documents from `include_fields`, `exclude_fields` and the joins of `filter_by`.
 * @throws NodeRefusalError 400
 */
export function documentView(
  rules: FilterRules,
  filterBy: string,
  includeFields: readonly string[],
  excludeFields: readonly string[],
): DocumentView {
  const { collection } = rules;
  const names = (all: readonly string[]) => all.filter((name) => !name.startsWith("$")).join(",");
  const projection = projectionOf(names(includeFields), names(excludeFields), collection);
  const own = (document: StoredDocument) => documentAnswer(collection, document, projection);
  const joiner = joinerOf(rules, filterBy, includeFields, excludeFields);
  if (joiner === null) return { own, whole: own };
  return { own, whole: (document) => ({ ...own(document), ...joiner(document) }) };
}

/** Returns the documents joined to one, by the names of the answer. @throws NodeRefusalError 400 */
type Joiner = (document: StoredDocument) => Readonly<Record<string, unknown>>;

/**
 * Returns the joiner of an answer. Collections that `filter_by` joins show the documents that pass, with all fields or
 * those that `include_fields` names. Collections that only `include_fields` names show the referenced documents.
 * @returns null without joins
 * @throws NodeRefusalError 400
 */
function joinerOf(
  rules: FilterRules,
  filterBy: string,
  includeFields: readonly string[],
  excludeFields: readonly string[],
): Joiner | null {
  const filters = joinFilters(filterBy);
  const includes = includeFields.filter((one) => one.startsWith("$")).map(includeOf);
  const named = new Set(includes.map(({ name }) => name));
  const implied = [...filters.keys()]
    .filter((name) => !named.has(name))
    .map((name): Include => ({ name, fields: "", nested: [], alias: "", strategy: "nest", counts: "" }));
  const parts = [...implied, ...includes].map((include) => {
    const excluded = excludeFields.find((one) => one.startsWith(`$${include.name}(`));
    return whenNeeded(() => partOf(rules, include, filters.get(include.name) ?? null, excluded));
  });
  if (parts.length === 0) return null;
  return (document) => Object.assign({}, ...parts.map((part) => part(document)));
}

/** Returns the filters of joined collections, by name. */
function joinFilters(filterBy: string): Map<string, string> {
  const joins = tokenizeFilter(filterBy).filter(({ kind, text }) => kind === "join" && text.startsWith("$"));
  return new Map(joins.map(({ text }) => [joinedName(text), insideParentheses(text)]));
}

/** Delays the checks of a join until the first document, because the server rejects an invalid filter first. */
function whenNeeded(made: () => Joiner): Joiner {
  let joiner: Joiner | null = null;
  return (document) => {
    joiner ??= made();
    return joiner(document);
  };
}

/** @throws NodeRefusalError 400 */
function partOf(
  rules: FilterRules,
  include: Include,
  filter: string | null,
  excluded: string | undefined,
): Joiner {
  const joined = collectionNamed(rules.data, include.name);
  if (joined === undefined) {
    const words = `Referenced collection \`${include.name}\` in \`include_fields\` not found.`;
    throw refused(words);
  }
  const relation = findRelation(rules.collection, joined, rules.data);
  // Documents that refer to this one are joined only by a filter.
  if (relation === null || (filter === null && !relation.refers)) return () => ({});
  const joinedRules = { ...rules, collection: joined };
  const exclude = excluded === undefined ? null : insideParentheses(excluded);
  const shown = projectionOf(include.fields === "" ? null : include.fields, exclude, joined);
  const inner = joinerOf(joinedRules, filter ?? "", include.nested, []);
  const answered = (document: StoredDocument) => ({
    ...documentAnswer(joined, document, shown),
    ...inner?.(document),
  });
  const all = lookup(joined, relation, null);
  const passing = filter === null ? all : lookup(joined, relation, compileFilter(filter, joinedRules));
  return (document) => {
    const found = passing(document);
    // A document that passes by another condition shows what it refers to, whether that passes or not.
    const shownOnes = found.length === 0 && relation.refers ? all(document) : found;
    return combined(include, relation, shownOnes.map(answered));
  };
}

/** Finds the documents joined to one that pass a filter. */
function lookup(
  joined: StoredCollection,
  relation: Relation,
  passes: Predicate | null,
): (document: StoredDocument) => readonly StoredDocument[] {
  const documents = new Map<unknown, StoredDocument[]>();
  for (const document of joined.documents.values()) {
    if (passes !== null && !passes(document)) continue;
    for (const value of relation.joinedValues(document)) {
      const others = documents.get(value);
      if (others === undefined) documents.set(value, [document]);
      else others.push(document);
    }
  }
  return (document) => [
    ...new Set(relation.ownValues(document).flatMap((value) => documents.get(value) ?? [])),
  ];
}

function combined(
  { name, alias, strategy, counts }: Include,
  { isList }: Relation,
  found: readonly object[],
): Readonly<Record<string, unknown>> {
  const key = alias === "" ? name : alias;
  const answers = found.filter((one) => Object.keys(one).length > 0);
  const isOne = strategy !== "nest_array" && !isList && found.length === 1;
  const count = isOne || counts === "" || found.length === 0 ? {} : { [counts]: found.length };
  if (answers.length === 0) return count;
  if (strategy !== "merge") return { ...count, [key]: isOne ? answers[0] : answers };
  const prefix = alias === "" ? "" : `${alias}.`;
  const merged = new Map<string, unknown[]>();
  for (const [one, value] of answers.flatMap((answer) => Object.entries(answer))) {
    merged.set(`${prefix}${one}`, [...(merged.get(`${prefix}${one}`) ?? []), value]);
  }
  return {
    ...count,
    ...Object.fromEntries([...merged].map(([one, values]) => [one, isOne ? values[0] : values])),
  };
}
