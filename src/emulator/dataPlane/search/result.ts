import type { StoredDocument } from "../../domain/store/data";
import { singles, valueAt } from "../documents/schema";
import type { Difference } from "../newerServer";
import { type Found, findDocuments } from "./found";
import type { SearchPlan } from "./plan";
import { type Criterion, firstOf, type Hit } from "./sort/order";

/** One place of an answer: a hit, or the hits of a group. */
export interface Place {
  readonly hits: readonly Hit[];
  readonly isCurated: boolean;
  /** How many hits the group has; null without groups, or where none was found by the search itself. */
  readonly groupFound: number | null;
}

export interface SearchResult {
  readonly plan: SearchPlan;
  readonly found: Found;
  readonly criteria: readonly Criterion[];
  /** Those up to the end of the page, in order. */
  readonly places: readonly Place[];
  /** Hits, or groups. */
  readonly total: number;
  readonly totalDocuments: number;
}

/** Carries out a search. @throws NodeRefusal in the server's words */
export function searchResult(plan: SearchPlan, difference: Difference = {}): SearchResult {
  const found = findDocuments(plan);
  return plan.groupBy.length > 0 ? grouped(plan, found, difference) : single(plan, found, difference);
}

function single(plan: SearchPlan, found: Found, difference: Difference): SearchResult {
  const criteria = plan.criteria(() => 0);
  const isSorted = plan.args.sortBy.length > 0;
  const first = firstOf(found.hits, plan.fetchSize + 1, criteria);
  const shown = difference.hits?.(first, isSorted) ?? first;
  const total = found.hits.length - (first.length - shown.length) + found.curated.length;
  const places = merged(
    shown.map((hit) => ({ hits: [hit], isCurated: false, groupFound: null })),
    found,
  );
  return { plan, found, criteria, places, total, totalDocuments: total };
}

/** Puts what has a place of its own there; places beyond the end come last. */
function merged(raw: readonly Place[], { curated }: Found): Place[] {
  const places: Place[] = [];
  const waiting = [...curated].sort((left, right) => left.position - right.position);
  for (const place of raw) {
    while (waiting[0]?.position === places.length + 1) places.push(curatedPlace(waiting.shift()));
    places.push(place);
  }
  return [...places, ...waiting.map(curatedPlace)];
}

function curatedPlace(one: Found["curated"][number] | undefined): Place {
  return { hits: one === undefined ? [] : [one.hit], isCurated: true, groupFound: null };
}

function grouped(plan: SearchPlan, found: Found, difference: Difference): SearchResult {
  const group = groupOf(plan);
  const sizes = groupSizes(found.hits, group);
  const bySize = new Map<string, number>();
  const criteria = plan.criteria((key) => bySize.get(key) ?? 0);
  for (const { key, document } of found.hits) bySize.set(key, sizes.get(group(document)) ?? 0);
  const { group_limit: limit } = plan.args.wholes;
  const ordered = firstOf(found.hits, found.hits.length, criteria);
  const hits = difference.hits?.(ordered, plan.args.sortBy.length > 0) ?? ordered;
  const curatedGroups = curatedPlaces(found, group);
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = group(hit.document);
    const place = curatedGroups.get(key)?.hits ?? groups.get(key) ?? [];
    if (place.length < limit) place.push(hit);
    if (!curatedGroups.has(key)) groups.set(key, place);
  }
  const raw = [...groups].map(([key, list]) => ({
    hits: list,
    isCurated: false,
    groupFound: sizes.get(key) ?? null,
  }));
  const places: Place[] = [];
  const waiting = [...curatedGroups].sort(([, left], [, right]) => left.position - right.position);
  const next = () => {
    const [key = "", one] = waiting.shift() ?? [];
    places.push({ hits: one?.hits ?? [], isCurated: true, groupFound: sizes.get(key) ?? null });
  };
  for (const place of raw) {
    while (waiting[0]?.[1].position === places.length + 1) next();
    places.push(place);
  }
  while (waiting.length > 0) next();
  const documents = found.hits.length + found.curated.length;
  return { plan, found, criteria, places, total: places.length, totalDocuments: documents };
}

function curatedPlaces(
  { curated }: Found,
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

/** The group of a document: equal texts are one group. Those without any value are one, or each is its own. */
export function groupOf({
  collection,
  groupBy,
  args,
}: Pick<SearchPlan, "collection" | "groupBy" | "args">): (document: StoredDocument) => string {
  const nested = collection.enable_nested_fields;
  return (document) => {
    const values = groupBy.map((name) => singles(valueAt(document, name, nested)));
    const isMissing = values.every((list) => list.length === 0);
    if (isMissing && !args.flags.group_missing_values) return `id ${String(document.id)}`;
    return JSON.stringify(values);
  };
}

/** The values that `group_key` shows. */
export function groupKey({ collection, groupBy }: SearchPlan, document: StoredDocument): unknown[] {
  return groupBy.flatMap((name) => {
    const value = valueAt(document, name, collection.enable_nested_fields);
    return value === undefined ? [] : [value];
  });
}

/** How many of the hits each group has. */
function groupSizes(hits: Iterable<Hit>, group: (document: StoredDocument) => string): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { document } of hits) {
    const key = group(document);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}
