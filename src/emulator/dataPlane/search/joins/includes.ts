import type { StoredCollection, StoredDocument } from "../../../domain/store/data";
import { collectionNamed, refused } from "../../call";
import { documentAnswer, projectionOf } from "../../documents/projection";
import { compileFilter, type FilterRules, type Predicate } from "../filter/compile";
import { tokenizeFilter } from "../filter/tokens";
import { closingIndex, split } from "../values";
import { findRelation, type Relation } from "./relation";

/** An entry such as `$Collection(a, b, strategy: merge) as c`. */
interface Include {
  readonly name: string;
  /** Separated by commas; empty means all. */
  readonly fields: string;
  /** Entries for collections that are joined to this one. */
  readonly nested: readonly string[];
  readonly alias: string;
  readonly strategy: Strategy;
  /** The name under which the number of joined documents is answered; empty means none. */
  readonly counts: string;
}

const STRATEGIES = ["merge", "nest", "nest_array"] as const;
type Strategy = (typeof STRATEGIES)[number];

/** Returns the content of an entry's parentheses. */
function insideParentheses(text: string): string {
  return text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
}

/** Returns the name of the joined collection of an entry or a filter. */
function joinedName(text: string): string {
  return text.slice(text.indexOf("$") + 1, text.indexOf("(")).trim();
}

/** @throws NodeRefusalError 400 */
function includeOf(text: string): Include {
  const entries = splitIncludes(insideParentheses(text));
  const isName = (one: string) => !one.startsWith("$") && !one.includes(":");
  const options = new Map(
    entries.filter((one) => !one.startsWith("$") && !isName(one)).map((one) => option(text, one)),
  );
  const strategy = options.get("strategy") ?? "nest";
  if (!isStrategy(strategy)) {
    const allowed = STRATEGIES.map((one) => `\`${one}\``).join(", ");
    throw refused(
      `Error parsing \`${text}\`: Unknown include strategy \`${strategy}\`. Valid options are ${allowed}.`,
    );
  }
  const [, alias = ""] = /\)\s*as\s+(\S+)\s*$/.exec(text) ?? [];
  return {
    name: joinedName(text),
    fields: entries.filter((one) => isName(one) && one !== "*").join(","),
    nested: entries.filter((one) => one.startsWith("$")),
    alias,
    strategy,
    counts: options.get("related_docs_count") ?? "",
  };
}

function isStrategy(text: string): text is Strategy {
  return STRATEGIES.some((one) => one === text);
}

function option(entry: string, text: string): [name: string, value: string] {
  const [name = "", value] = split(text, ":");
  if (value === undefined) throw refused(`Error parsing \`${entry}\`: ${text}`);
  if (["strategy", "related_docs_count", "limit", "sort_by"].includes(name)) return [name, value];
  throw refused(`Unknown reference \`include_fields\` parameter: \`${name}\`.`);
}

/**
 * Splits `include_fields` or `exclude_fields`. An entry that starts with `$` names fields of a joined collection in
 * parentheses.
 * @throws NodeRefusalError 400
 */
export function splitIncludes(text: string): string[] {
  const entries: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === " " || text[at] === ",") {
      at += 1;
      continue;
    }
    const end = text[at] === "$" ? referenceEnd(text, at) : text.indexOf(",", at);
    const entry = text.slice(at, end < 0 ? text.length : end).trim();
    if (entry !== "") entries.push(entry);
    if (end < 0) break;
    at = end + 1;
  }
  return entries;
}

/** Returns the index of the comma after an entry such as `$Collection(a, b) as c`, or the end of the text. */
function referenceEnd(text: string, from: number): number {
  const close = closingIndex(text, text.indexOf("(", from));
  if (close < 0) {
    const words = `Invalid reference \`${text}\` in include_fields/exclude_fields`;
    throw refused(`${words}, expected \`$CollectionName(fieldA, ...)\`.`);
  }
  const comma = text.indexOf(",", close);
  return comma < 0 ? text.length : comma;
}

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
