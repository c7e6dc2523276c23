import { isRecord } from "../../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { findField, isTextField } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { resolveFields, unlessRefused } from "../queryFields";
import type { SearchResult } from "../result";
import { termsOf, tokenizerOf } from "../text/words";
import { split } from "../values";
import { type MarkedText, type MarkOptions, markWords } from "./mark";

/** A field to highlight. */
interface HighlightField {
  readonly field: StoredField;
  readonly full: boolean;
}

/**
 * Returns the fields to highlight: those that `highlight_fields` names, or else the searched fields that are answered.
 */
function highlightFields(
  { strings, queryBy, includeFields, excludeFields }: SearchArguments,
  collection: StoredCollection,
): HighlightField[] {
  const named = split(strings.highlight_fields);
  const full = new Set(
    split(strings.highlight_full_fields).flatMap((name) => meantBy(name, collection, true)),
  );
  const names = (named.length > 0 ? named : queryBy).flatMap((name) => meantBy(name, collection, false));
  const included = new Set(includeFields.flatMap((name) => [name, ...meantBy(name, collection, false)]));
  const excluded = new Set(excludeFields.flatMap((name) => [name, ...meantBy(name, collection, false)]));
  const isShown = (name: string) => !excluded.has(name) && (included.size === 0 || included.has(name));
  return names.flatMap((name) => {
    const field = findField(collection, name);
    if (field === undefined || (named.length === 0 && !isShown(name))) return [];
    return [{ field, full: full.has(name) && isTextField(field) }];
  });
}

/** Resolves a name to fields; empty if there are none. */
function meantBy(name: string, collection: StoredCollection, onlyText: boolean): string[] {
  return unlessRefused(() => resolveFields(name, collection, { onlyText })) ?? [];
}

interface HighlightPlan {
  readonly fields: readonly HighlightField[];
  readonly nested: boolean;
  /** The names that keep whole objects: `highlight_fields`, or else `query_by`. */
  readonly names: readonly string[];
  readonly optionsOf: (field: HighlightField, everywhere: boolean) => MarkOptions;
}

/** Returns how the hits of a search are highlighted; null if it searches for no words. */
export function highlightPlan({ plan, found }: SearchResult): HighlightPlan | null {
  const { args, collection, q, fields } = plan;
  const words = termsOf(tokenizerOf(collection), args.q);
  if (q === "*" || words.length === 0) return null;
  const named = split(args.strings.highlight_fields);
  const infixed = new Set(fields.filter(({ infix }) => infix !== "off").map(({ name }) => name));
  return {
    fields: highlightFields(args, collection),
    nested: collection.enable_nested_fields,
    names: named.length > 0 ? named : args.queryBy,
    optionsOf: ({ field, full }, everywhere) => ({
      args,
      tokenize: tokenizerOf(collection, field),
      terms: found.terms,
      within: infixed.has(field.name) ? (words[0] ?? null) : null,
      prefixLength: [...(words.at(-1) ?? "")].length,
      full,
      everywhere,
    }),
  };
}

/** The number of values of a list that `highlights` shows. */
const MOST_VALUES = 5;

/** Builds `highlight` and `highlights` of a hit; without a plan, both are empty. */
export function highlightAnswer(document: StoredDocument, plan: HighlightPlan | null, list: boolean): object {
  if (plan === null) return { highlight: {}, ...(list ? { highlights: [] } : {}) };
  const tree = copied(document, plan);
  const found = new Set<string>();
  const entries: { words: number; index: number; entry: object }[] = [];
  for (const [index, one] of plan.fields.entries()) {
    const { name } = one.field;
    const isFlat = Object.hasOwn(tree, name);
    const path = isFlat || !plan.nested ? [name] : name.split(".");
    if (markAt(tree, path, one, plan)) found.add(name);
    const isListed = isFlat && isTextField(one.field) && !(plan.nested && name.includes("."));
    const entry = isListed ? listEntry(document[name], one, plan) : null;
    if (entry !== null) entries.push({ ...entry, index });
  }
  for (const name of plan.names) {
    if ([...found].some((one) => one.startsWith(name))) found.add(name);
  }
  entries.sort((left, right) => right.words - left.words || right.index - left.index);
  return {
    highlight: found.size === 0 ? {} : pruned(tree, "", found),
    ...(list ? { highlights: entries.map(({ entry }) => entry) } : {}),
  };
}

type Tree = Record<string, unknown>;

/** Copies the highlighted fields of a document, with the objects around them, so that they can be changed. */
function copied(document: StoredDocument, { fields, nested }: HighlightPlan): Tree {
  const tree: Tree = {};
  for (const { field } of fields) {
    const [root = field.name] = nested ? field.name.split(".") : [field.name];
    const name = Object.hasOwn(document, root) ? root : field.name;
    if (name !== "id" && Object.hasOwn(document, name) && !Object.hasOwn(tree, name)) {
      tree[name] = structuredClone(document[name]);
    }
  }
  return tree;
}

/**
 * Replaces the values at a path by their highlights.
 * @param inList whether the path leads through a list of objects, in which all words are marked
 * @returns whether anything is marked
 */
function markAt(
  parent: Tree,
  [key = "", ...rest]: readonly string[],
  one: HighlightField,
  plan: HighlightPlan,
  inList = false,
): boolean {
  if (!Object.hasOwn(parent, key)) return false;
  const value = parent[key];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (rest.length > 0) {
    const isList = inList || Array.isArray(value);
    const marks = values.filter(isRecord).map((each) => markAt(each, rest, one, plan, isList));
    return marks.includes(true);
  }
  const leaves = values.map((each) => leafOf(each, one, plan, inList));
  parent[key] = Array.isArray(value) ? leaves.map(({ shown }) => shown) : leaves[0]?.shown;
  return leaves.some(({ found }) => found);
}

function leafOf(
  value: unknown,
  one: HighlightField,
  plan: HighlightPlan,
  everywhere: boolean,
): { shown: unknown; found: boolean } {
  if (isRecord(value)) return { shown: value, found: false };
  const mark = typeof value === "string" ? markWords(value, plan.optionsOf(one, everywhere)) : null;
  if (mark !== null) return { shown: shownMark(mark), found: true };
  const whole = one.full ? { value } : {};
  return { shown: { matched_tokens: [], snippet: String(value), ...whole }, found: false };
}

function shownMark({ tokens, snippet, value }: MarkedText): object {
  return { matched_tokens: tokens, snippet, ...(value === undefined ? {} : { value }) };
}

/** Builds one entry of `highlights`: of a string, or of the best values of a list. */
function listEntry(
  value: unknown,
  one: HighlightField,
  plan: HighlightPlan,
): { words: number; entry: object } | null {
  const options = plan.optionsOf(one, false);
  const { name: field } = one.field;
  if (typeof value === "string") {
    const mark = markWords(value, options);
    return mark === null ? null : { words: mark.words, entry: { field, ...shownMark(mark) } };
  }
  if (!Array.isArray(value)) return null;
  const marks = value
    .flatMap((each, index) => {
      const mark = typeof each === "string" ? markWords(each, options) : null;
      return mark === null ? [] : [{ index, mark }];
    })
    .sort((left, right) => right.mark.words - left.mark.words)
    .slice(0, MOST_VALUES);
  if (marks.length === 0) return null;
  const entry = {
    field,
    indices: marks.map(({ index }) => index),
    matched_tokens: marks.map(({ mark }) => mark.tokens),
    snippets: marks.map(({ mark }) => mark.snippet),
    ...(one.full ? { values: marks.map(({ mark }) => mark.value) } : {}),
  };
  return { words: marks[0]?.mark.words ?? 0, entry };
}

/** Returns the part of the tree that is highlighted. */
function pruned(tree: Tree, prefix: string, names: ReadonlySet<string>): Tree {
  const kept: Tree = {};
  for (const [key, value] of Object.entries(tree)) {
    const name = prefix + key;
    if (names.has(name)) kept[key] = value;
    else if ([...names].some((one) => one.startsWith(`${name}.`))) {
      kept[key] = Array.isArray(value)
        ? value.map((one) => (isRecord(one) ? pruned(one, `${name}.`, names) : one))
        : isRecord(value)
          ? pruned(value, `${name}.`, names)
          : value;
    }
  }
  return kept;
}
