import { isRecord } from "../../../domain/rules/fields";
import type { StoredDocument, StoredField } from "../../../domain/store/data";
import { asList, isTextField, valueAt } from "../../documents/schema";
import { markWords } from "../highlight/mark";
import { groupOf, type SearchResult } from "../result";
import { editDistance, type Tokenizer, termsOf, tokenizerOf } from "../text/words";
import { floatText } from "../values";
import type { FacetRequest } from "./request";

/** Builds `facet_counts` of a search. */
export function facetCounts(result: SearchResult): unknown[] {
  const { plan, found, entries } = result;
  const { collection, groupBy, facets } = plan;
  const everything = [...found.hits, ...found.curated.map(({ hit }) => hit)].map(({ document }) => document);
  const shown = entries
    .slice(plan.offset, plan.fetchSize)
    .flatMap(({ hits }) => hits.map((hit) => hit.document));
  const isShort =
    plan.query.words[0] === "*" &&
    plan.query.phrases.length === 0 &&
    !plan.isFiltered &&
    groupBy.length === 0 &&
    plan.vector === null;
  const group = groupBy.length > 0 ? groupOf(plan) : null;
  return facets.flatMap((request) => {
    const query = queryOf(result, request);
    const totals = countFacet(request.onlyTop ? shown : everything, request, {
      nested: collection.enable_nested_fields,
      groupOf: group,
      counts: query === null ? () => true : (value) => query.words(value) !== null,
    });
    const sortsByField = request.order !== null && request.order.by !== "_alpha";
    const answer = facetAnswer(request, totals, {
      maxValues: plan.args.integers.max_facet_values,
      isShort: isShort && !sortsByField && plan.args.strings.facet_strategy !== "exhaustive",
      showsParent: showsParent(result, request),
      highlight: query === null ? (value) => value : query.highlight,
    });
    return answer === null ? [] : [answer];
  });
}

function showsParent({ plan }: SearchResult, { field }: FacetRequest): boolean {
  return plan.args.facetReturnParent.some((name) =>
    name.endsWith("*") ? field.name.startsWith(name.slice(0, -1)) : field.name === name,
  );
}

function queryOf({ plan }: SearchResult, { field }: FacetRequest) {
  const { facetQuery, collection, args } = plan;
  if (facetQuery?.field !== field.name) return null;
  const tokenize = tokenizerOf(collection, field);
  const words = facetWords(facetQuery.text, tokenize, args.integers.facet_query_num_typos);
  const last = [...(tokenize(facetQuery.text).at(-1)?.term ?? "")].length;
  const highlight = (value: string) => {
    const found = words(value) ?? [];
    const wanted = tokenize(facetQuery.text);
    const terms = new Map(
      found.map((term, index) => {
        const rootLength = [...(wanted[index]?.term ?? term)].length;
        return [term, { rootLength, typos: 0, isBeginning: index === found.length - 1 }] as const;
      }),
    );
    const mark = markWords(value, {
      args,
      tokenize,
      terms,
      prefixLength: last,
      full: false,
      everywhere: true,
    });
    return mark?.snippet ?? value;
  };
  return { words, highlight };
}

/** The lengths from which a word may have one typo, and two. */
const MIN_LENGTHS = [3, 7];

/** Finds the words of a facet query in a value. The last one may be a prefix. */
function facetWords(query: string, tokenize: Tokenizer, numTypos: number) {
  const wanted = termsOf(tokenize, query);
  const allowed = (word: string) =>
    Math.min(numTypos, MIN_LENGTHS.filter((length) => word.length >= length).length);
  return (value: string): readonly string[] | null => {
    const there = termsOf(tokenize, value);
    const found = wanted.map((word, index) =>
      there.find((one) => {
        if (index === wanted.length - 1 && one.startsWith(word)) return true;
        return one === word || (allowed(word) > 0 && editDistance(word, one) <= allowed(word));
      }),
    );
    const terms = found.filter((one) => one !== undefined);
    return terms.length === wanted.length && wanted.length > 0 ? terms : null;
  };
}

/** The number of characters of a facet's value that are stored (data-plane API, Limits). */
const MAX_VALUE_LENGTH = 255;

/** The number of documents with a value, or with a value in a range. */
interface FacetCount {
  readonly value: string;
  count: number;
  /** The last document with the value. */
  document: StoredDocument;
  /** The value of the field that sorts the counts. */
  sortKey: number;
  readonly groups: Set<string> | null;
}

interface FacetTotals {
  /** In the order of their first occurrence. */
  readonly counts: ReadonlyMap<string, FacetCount>;
  readonly numbers: NumberTotals | null;
}

interface NumberTotals {
  min: number;
  max: number;
  sum: number;
  count: number;
}

interface CountOptions {
  readonly nested: boolean;
  /** Returns the group of a document, to count groups instead of documents. */
  readonly groupOf: ((document: StoredDocument) => string) | null;
  /** True if `facet_query` includes a value. */
  readonly counts: (value: string) => boolean;
}

/** Counts the values of a field. */
function countFacet(
  documents: Iterable<StoredDocument>,
  { field, ranges, order }: FacetRequest,
  { nested, groupOf, counts: isCounted }: CountOptions,
): FacetTotals {
  const counts = new Map<string, FacetCount>();
  const numbers: NumberTotals = { min: Infinity, max: -Infinity, sum: 0, count: 0 };
  const sortField = order !== null && order.by !== "_alpha" ? order.by.name : null;
  const add = (value: string, document: StoredDocument) => {
    const known = counts.get(value);
    const groups = groupOf === null ? null : new Set<string>();
    const count = known ?? { value, count: 0, document, sortKey: 0, groups };
    if (groupOf === null) count.count += 1;
    else count.count = count.groups?.add(groupOf(document)).size ?? 0;
    count.document = document;
    if (sortField !== null) count.sortKey = Number(asList(valueAt(document, sortField, nested))[0] ?? 0);
    counts.set(value, count);
  };
  for (const document of documents) {
    const values = new Set(asList(valueAt(document, field.name, nested)));
    for (const value of values) {
      if (typeof value === "number") addNumber(numbers, value, field);
      if (ranges.length === 0) {
        const text = facetText(value, field);
        if (isCounted(text)) add(text, document);
        continue;
      }
      const range = ranges.find(({ low, high }) => Number(value) >= low && Number(value) < high);
      if (range !== undefined) add(range.label, document);
    }
  }
  return { counts, numbers: numbers.count > 0 && !isTextField(field) ? numbers : null };
}

/** Formats a value as facets show it. */
function facetText(value: unknown, { type }: StoredField): string {
  if (typeof value === "number" && type.startsWith("float")) return floatText(value);
  return String(value).slice(0, MAX_VALUE_LENGTH);
}

function addNumber(numbers: NumberTotals, given: number, { type }: StoredField): void {
  const value = type.startsWith("float") ? Math.fround(given) : given;
  numbers.min = Math.min(numbers.min, value);
  numbers.max = Math.max(numbers.max, value);
  numbers.sum += value;
  numbers.count += 1;
}

interface FacetAnswerOptions {
  readonly maxValues: number;
  /** True if the server stops at `maxValues`: a search for all documents, without filter or groups. */
  readonly isShort: boolean;
  /** True if the object around a value is answered, too. */
  readonly showsParent: boolean;
  readonly highlight: (value: string) => string;
}

/** Builds one entry of `facet_counts`; null if there is nothing to answer. */
function facetAnswer(
  request: FacetRequest,
  { counts, numbers }: FacetTotals,
  { maxValues, isShort, showsParent, highlight }: FacetAnswerOptions,
): object | null {
  if (request.byPattern && counts.size === 0) return null;
  const { field, ranges, order } = request;
  const all = [...counts.values()];
  const isRange = ranges.length > 0;
  const kept = isRange ? all : mostFrequent(all, maxValues, isShort, order);
  const shown = kept.sort(comparison(order));
  const isNested = field.name.includes(".");
  return {
    counts: shown.map(({ value, count, document }) => ({
      count,
      highlighted: isRange ? "" : highlight(value),
      ...(showsParent && isNested && !isRange ? parentPart(document, field.name, value) : {}),
      value,
    })),
    field_name: field.name,
    sampled: false,
    stats: {
      ...(numbers === null
        ? {}
        : { avg: numbers.sum / numbers.count, max: numbers.max, min: numbers.min, sum: numbers.sum }),
      total_values: isShort && !isRange ? Math.min(counts.size, maxValues) : counts.size,
    },
  };
}

/**
 * Returns the most frequent values. Of equal counts, the server keeps the last ones, or the first if it stops early.
 */
function mostFrequent(
  counts: readonly FacetCount[],
  most: number,
  isShort: boolean,
  order: FacetRequest["order"],
): FacetCount[] {
  const seen = isShort ? [...counts] : [...counts].reverse();
  const isAlpha = isShort && order?.by === "_alpha";
  const sorted = isAlpha
    ? seen.sort(comparison(order))
    : seen.sort((left, right) => right.count - left.count);
  return sorted.slice(0, most);
}

type Comparison = (left: FacetCount, right: FacetCount) => number;

function comparison(order: FacetRequest["order"]): Comparison {
  if (order === null) {
    return (left, right) =>
      right.count - left.count ||
      Buffer.byteLength(left.value) - Buffer.byteLength(right.value) ||
      (left.value < right.value ? 1 : -1);
  }
  const sign = order.descending ? -1 : 1;
  if (order.by === "_alpha") return (left, right) => (left.value < right.value ? -sign : sign);
  return (left, right) => sign * (left.sortKey - right.sortKey || left.count - right.count);
}

function parentPart(document: StoredDocument, name: string, value: string): object {
  const [first = "", ...path] = name.split(".");
  const parent = parentOf(document, document[first], path, value);
  return isRecord(parent) && Object.keys(parent).length > 0 ? { parent } : {};
}

/** Returns the innermost object around a value. */
function parentOf(
  parent: unknown,
  child: unknown,
  [key, ...rest]: readonly string[],
  value: string,
): unknown {
  if (key === undefined) {
    const values: unknown[] = Array.isArray(child) ? child : [child];
    return values.some((one) => String(one) === value) ? parent : undefined;
  }
  if (Array.isArray(child)) {
    for (const one of child) {
      const found = parentOf(one, one, [key, ...rest], value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isRecord(child) && Object.hasOwn(child, key) ? parentOf(child, child[key], rest, value) : undefined;
}
