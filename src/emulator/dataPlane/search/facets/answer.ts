import { isRecord } from "../../../domain/rules/fields";
import type { StoredDocument } from "../../../domain/store/data";
import type { FacetCount, FacetTotals } from "./count";
import type { FacetRequest } from "./parse";

export interface FacetAnswerOptions {
  readonly maxValues: number;
  /** Whether the server looks no further than `maxValues`: a search for all, without filter or groups. */
  readonly isShort: boolean;
  /** Whether the object around a value is answered, too. */
  readonly showsParent: boolean;
  readonly highlight: (value: string) => string;
}

/** One entry of `facet_counts`; null where nothing is to be answered. */
export function facetAnswer(
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

/** Among equal counts the server takes those that it has seen last, or first where it looks no further. */
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

/** The innermost object around a value. */
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
