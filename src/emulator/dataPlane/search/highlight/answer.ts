import { isRecord } from "../../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { fieldNamed, isTextField } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { fieldsMeant } from "../queryFields";
import { split } from "../values";
import { type Marked, type MarkOptions, marked } from "./mark";

/** A field in which words are marked. */
interface HighlightField {
  readonly field: StoredField;
  readonly full: boolean;
}

/** Which fields are highlighted: those that are named, or else those searched that are answered. */
export function highlightFields(
  { texts, queryBy, includeFields, excludeFields }: SearchArguments,
  collection: StoredCollection,
): HighlightField[] {
  const named = split(texts.highlight_fields);
  const full = new Set(split(texts.highlight_full_fields).flatMap((name) => meantBy(name, collection, true)));
  const names = (named.length > 0 ? named : queryBy).flatMap((name) => meantBy(name, collection, false));
  const included = new Set(includeFields.flatMap((name) => [name, ...meantBy(name, collection, false)]));
  const excluded = new Set(excludeFields.flatMap((name) => [name, ...meantBy(name, collection, false)]));
  const isShown = (name: string) => !excluded.has(name) && (included.size === 0 || included.has(name));
  return names.flatMap((name) => {
    const field = fieldNamed(collection, name);
    if (field === undefined || (named.length === 0 && !isShown(name))) return [];
    return [{ field, full: full.has(name) && isTextField(field) }];
  });
}

/** The fields of a name; none where the name means none. */
function meantBy(name: string, collection: StoredCollection, onlyText: boolean): string[] {
  try {
    return fieldsMeant(name, collection, { onlyText });
  } catch (error) {
    if (error instanceof NodeRefusal) return [];
    throw error;
  }
}

export interface HighlightPlan {
  readonly fields: readonly HighlightField[];
  readonly nested: boolean;
  /** The names by which whole objects are kept: `highlight_fields`, or else `query_by`. */
  readonly names: readonly string[];
  /** Whether the list `highlights` is answered, too. */
  readonly list: boolean;
  readonly optionsOf: (field: HighlightField, everywhere: boolean) => MarkOptions;
}

/** How many values of a list are answered in `highlights`. */
const MOST_VALUES = 5;

/** `highlight` and `highlights` of a hit; null: nothing is searched for. */
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

/** The highlighted fields of a document, each with the whole object that it is in, to be written to. */
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

/** Replaces the values at a path by what is marked in them. Whether anything is. */
function markAt(
  parent: Tree,
  [key = "", ...rest]: readonly string[],
  one: HighlightField,
  plan: HighlightPlan,
): boolean {
  if (!Object.hasOwn(parent, key)) return false;
  const value = parent[key];
  if (rest.length > 0) {
    const inner = Array.isArray(value) ? value : [value];
    const isList = Array.isArray(value);
    return inner
      .filter(isRecord)
      .map((each) => markInside(each, rest, one, plan, isList))
      .some(Boolean);
  }
  return markValue(parent, key, one, plan, false);
}

function markInside(
  parent: Tree,
  [key = "", ...rest]: readonly string[],
  one: HighlightField,
  plan: HighlightPlan,
  inList: boolean,
): boolean {
  const value = parent[key];
  if (value === undefined) return false;
  if (rest.length === 0) return markValue(parent, key, one, plan, inList);
  const isList = inList || Array.isArray(value);
  const inner = Array.isArray(value) ? value : [value];
  return inner
    .filter(isRecord)
    .map((each) => markInside(each, rest, one, plan, isList))
    .some(Boolean);
}

function markValue(
  parent: Tree,
  key: string,
  one: HighlightField,
  plan: HighlightPlan,
  everywhere: boolean,
): boolean {
  const value = parent[key];
  const leaves = (Array.isArray(value) ? value : [value]).map((each) => leafOf(each, one, plan, everywhere));
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
  const mark = typeof value === "string" ? marked(value, plan.optionsOf(one, everywhere)) : null;
  if (mark === null) {
    const whole = one.full ? { value } : {};
    return { shown: { matched_tokens: [], snippet: String(value), ...whole }, found: false };
  }
  const whole = mark.value === undefined ? {} : { value: mark.value };
  return { shown: { matched_tokens: mark.tokens, snippet: mark.snippet, ...whole }, found: true };
}

/** One entry of `highlights`: of a text, or of the values of a list that match best. */
function listEntry(
  value: unknown,
  one: HighlightField,
  plan: HighlightPlan,
): { words: number; entry: object } | null {
  const options = plan.optionsOf(one, false);
  const { name: field } = one.field;
  if (typeof value === "string") {
    const mark = marked(value, options);
    if (mark === null) return null;
    const entry = { field, matched_tokens: mark.tokens, snippet: mark.snippet };
    return { words: mark.words, entry: mark.value === undefined ? entry : { ...entry, value: mark.value } };
  }
  if (!Array.isArray(value)) return null;
  const marks = value
    .map((each, index) => ({ index, mark: typeof each === "string" ? marked(each, options) : null }))
    .filter((each): each is { index: number; mark: Marked } => each.mark !== null)
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

/** What of the tree is highlighted. */
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
