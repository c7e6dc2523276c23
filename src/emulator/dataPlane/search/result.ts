import type { StoredDocument } from "../../domain/store/data";
import { asList, valueAt } from "../documents/schema";
import type { Difference } from "../newerServer";
import { type FoundDocuments, findDocuments } from "./found";
import type { SearchPlan } from "./plan";
import { type Criterion, type Hit, topHits } from "./sort/order";

/** One entry of an answer: a hit, or the hits of a group. */
export interface ResultEntry {
  readonly hits: readonly Hit[];
  readonly isCurated: boolean;
  /** The number of hits in the group; null without groups, or if the search itself found none. */
  readonly groupFound: number | null;
}

export interface SearchResult {
  readonly plan: SearchPlan;
  readonly found: FoundDocuments;
  readonly criteria: readonly Criterion[];
  /** The entries up to the end of the page, in order. */
  readonly entries: readonly ResultEntry[];
  /** The number of hits, or of groups. */
  readonly total: number;
  readonly totalDocuments: number;
}

/** Runs a search. @throws NodeRefusalError */
export function searchResult(plan: SearchPlan, difference: Difference = {}): SearchResult {
  const found = findDocuments(plan);
  return plan.groupBy.length > 0 ? grouped(plan, found, difference) : single(plan, found, difference);
}

function single(plan: SearchPlan, found: FoundDocuments, difference: Difference): SearchResult {
  const criteria = plan.criteria(() => 0);
  const isSorted = plan.args.sortBy.length > 0;
  const first = topHits(found.hits, plan.fetchSize + 1, criteria);
  const shown = difference.hits?.(first, isSorted) ?? first;
  const total = found.hits.length - (first.length - shown.length) + found.curated.length;
  const entryOf = (hit: Hit, isCurated: boolean): ResultEntry => ({
    hits: [hit],
    isCurated,
    groupFound: null,
  });
  const entries = merged(
    shown.map((hit) => entryOf(hit, false)),
    found.curated.map(({ hit, position }) => ({ position, entry: entryOf(hit, true) })),
  );
  return { plan, found, criteria, entries, total, totalDocuments: total };
}

interface CuratedEntry {
  readonly position: number;
  readonly entry: ResultEntry;
}

/** Inserts curated entries at their positions; positions beyond the end come last. */
function merged(raw: readonly ResultEntry[], curated: readonly CuratedEntry[]): ResultEntry[] {
  const entries: ResultEntry[] = [];
  const waiting = [...curated].sort((left, right) => left.position - right.position);
  for (const entry of raw) {
    for (; waiting[0]?.position === entries.length + 1; waiting.shift()) entries.push(waiting[0].entry);
    entries.push(entry);
  }
  return [...entries, ...waiting.map(({ entry }) => entry)];
}

function grouped(plan: SearchPlan, found: FoundDocuments, difference: Difference): SearchResult {
  const group = groupOf(plan);
  const sizes = groupSizes(found.hits, group);
  const bySize = new Map<string, number>();
  const criteria = plan.criteria((key) => bySize.get(key) ?? 0);
  for (const { key, document } of found.hits) bySize.set(key, sizes.get(group(document)) ?? 0);
  const { group_limit: limit } = plan.args.integers;
  const ordered = topHits(found.hits, found.hits.length, criteria);
  const hits = difference.hits?.(ordered, plan.args.sortBy.length > 0) ?? ordered;
  const curatedGroups = hitsByGroup(found, group);
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = group(hit.document);
    const place = curatedGroups.get(key)?.hits ?? groups.get(key) ?? [];
    if (place.length < limit) place.push(hit);
    if (!curatedGroups.has(key)) groups.set(key, place);
  }
  const entryOf = (key: string, list: readonly Hit[], isCurated: boolean): ResultEntry => ({
    ...{ hits: list, isCurated, groupFound: sizes.get(key) ?? null },
  });
  const entries = merged(
    [...groups].map(([key, list]) => entryOf(key, list, false)),
    [...curatedGroups].map(([key, one]) => ({ position: one.position, entry: entryOf(key, one.hits, true) })),
  );
  const documents = found.hits.length + found.curated.length;
  return { plan, found, criteria, entries, total: entries.length, totalDocuments: documents };
}

function hitsByGroup(
  { curated }: FoundDocuments,
  group: (document: Hit["document"]) => string,
): Map<string, { hits: Hit[]; position: number }> {
  const places = new Map<string, { hits: Hit[]; position: number }>();
  for (const { hit, position } of curated) {
    const key = group(hit.document);
    const known = places.get(key);
    if (known === undefined) places.set(key, { hits: [hit], position });
    else known.hits.push(hit);
  }
  return places;
}

/**
 * Returns the function that groups documents by their values. Documents without a value form one group, or one each.
 */
export function groupOf({
  collection,
  groupBy,
  args,
}: Pick<SearchPlan, "collection" | "groupBy" | "args">): (document: StoredDocument) => string {
  const nested = collection.enable_nested_fields;
  return (document) => {
    const values = groupBy.map((name) => asList(valueAt(document, name, nested)));
    const isMissing = values.every((list) => list.length === 0);
    if (isMissing && !args.booleans.group_missing_values) return `id ${String(document.id)}`;
    return JSON.stringify(values);
  };
}

/** Returns the values that `group_key` shows. */
export function groupKey({ collection, groupBy }: SearchPlan, document: StoredDocument): unknown[] {
  return groupBy.flatMap((name) => {
    const value = valueAt(document, name, collection.enable_nested_fields);
    return value === undefined ? [] : [value];
  });
}

/** Counts the hits of each group. */
function groupSizes(hits: Iterable<Hit>, group: (document: StoredDocument) => string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { document } of hits) {
    const key = group(document);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}
