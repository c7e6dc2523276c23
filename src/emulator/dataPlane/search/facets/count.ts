import type { StoredDocument, StoredField } from "../../../domain/store/data";
import { isText } from "../../documents/schema";
import { singles, valueAt } from "../../documents/values";
import { floatText } from "../values";
import type { FacetRequest } from "./parse";

/** Characters of a facet's value that are stored (data-plane API, Limits). */
const MAX_VALUE_LENGTH = 255;

/** One value, or one range of values, and how many documents have it. */
export interface FacetCount {
  readonly value: string;
  count: number;
  /** One of the documents that have it. */
  document: StoredDocument;
  /** The value of the field that the counts are sorted by. */
  sortKey: number;
  readonly groups: Set<string> | null;
}

export interface FacetTotals {
  /** In the order in which they were first seen. */
  readonly counts: ReadonlyMap<string, FacetCount>;
  readonly numbers: NumberTotals | null;
}

interface NumberTotals {
  min: number;
  max: number;
  sum: number;
  count: number;
}

export interface CountOptions {
  readonly nested: boolean;
  /** The group of a document; groups are counted instead of documents. */
  readonly groupOf: ((document: StoredDocument) => string) | null;
  /** Whether a value is counted, as `facet_query` has it. */
  readonly counts: (value: string) => boolean;
}

/** Counts the values of a field. */
export function countFacet(
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
    if (sortField !== null) count.sortKey = Number(singles(valueAt(document, sortField, nested))[0] ?? 0);
    counts.set(value, count);
  };
  for (const document of documents) {
    const values = new Set(singles(valueAt(document, field.name, nested)));
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
  return { counts, numbers: numbers.count > 0 && !isText(field) ? numbers : null };
}

/** A value as facets show it. */
export function facetText(value: unknown, { type }: StoredField): string {
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
