import { isRecord } from "../../domain/rules/fields";
import type { ClusterData, StoredCollection } from "../../domain/store/data";
import { findField, isTextField, textsAt } from "../documents/schema";
import { containsPhrase, type Tokenizer, termsOf } from "./text/words";

/** A rule that changes the result of a search. */
interface Curation {
  readonly id: string;
  readonly rule: {
    readonly query: string;
    readonly match: string;
    readonly filterBy: string;
    readonly tags: readonly string[];
  };
  readonly includes: readonly { readonly id: string; readonly position: number }[];
  readonly excludes: readonly string[];
  readonly filterBy: string;
  readonly sortBy: string;
  readonly replaceQuery: string;
  readonly removesMatchedTokens: boolean;
  readonly filtersCuratedHits: boolean;
  readonly stopsProcessing: boolean;
  /** Epoch seconds; null means no limit. */
  readonly from: number | null;
  readonly to: number | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Returns the rules of a collection by id: up to 29 its own, from 30 on those of its sets. */
export function curationsOf(
  collection: StoredCollection,
  { named }: ClusterData,
  isSince30: boolean,
): Curation[] {
  if (!isSince30) return [...collection.overrides.values()].map(curationOf).sort(byId);
  return collection.curation_sets.flatMap((name) => {
    const items = named.curation_sets.get(name)?.items ?? [];
    return items.map(curationOf).sort(byId);
  });
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}

/** Reads a stored rule. */
function curationOf(record: Readonly<Record<string, unknown>>): Curation {
  const rule = isRecord(record.rule) ? record.rule : {};
  const filterBy = text(record.filter_by);
  return {
    id: text(record.id),
    rule: {
      query: text(rule.query),
      match: text(rule.match),
      filterBy: text(rule.filter_by),
      tags: list(rule.tags).map(String).sort(),
    },
    includes: list(record.includes)
      .filter(isRecord)
      .map(({ id, position }) => ({ id: String(id), position: Number(position) })),
    excludes: list(record.excludes)
      .filter(isRecord)
      .map(({ id }) => String(id)),
    filterBy,
    sortBy: text(record.sort_by),
    replaceQuery: text(record.replace_query),
    removesMatchedTokens:
      typeof record.remove_matched_tokens === "boolean" ? record.remove_matched_tokens : filterBy !== "",
    filtersCuratedHits: record.filter_curated_hits === true,
    stopsProcessing: record.stop_processing !== false,
    from: typeof record.effective_from_ts === "number" ? record.effective_from_ts : null,
    to: typeof record.effective_to_ts === "number" ? record.effective_to_ts : null,
    metadata: isRecord(record.metadata) ? record.metadata : null,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The effect of a collection's rules on a search, before its filter is read. */
export interface AppliedCurations {
  readonly q: string;
  /** Documents with a fixed position, in the order of the rules. */
  readonly pinned: readonly { readonly id: string; readonly position: number }[];
  readonly hidden: ReadonlySet<string>;
  /** Rules that filter or sort, which apply once the words are known. */
  readonly pending: readonly Curation[];
  readonly filtersCuratedHits: boolean;
  readonly sortBy: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

interface CurationRequest {
  readonly q: string;
  readonly filterBy: string;
  readonly tags: readonly string[];
  readonly hidden: readonly string[];
  /** Epoch seconds. */
  readonly now: number;
  /** Normalizes a query, or the query of a rule, for comparison. */
  readonly normalize: (text: string) => string;
}

/** Applies the rules that match a search, in their order. */
export function applyCurations(curations: readonly Curation[], request: CurationRequest): AppliedCurations {
  const pinned: { id: string; position: number }[] = [];
  const hidden = new Set(request.hidden);
  const pending: Curation[] = [];
  let { q } = request;
  let filtersCuratedHits = false;
  let sortBy = "";
  let metadata: AppliedCurations["metadata"] = null;
  let query = q === "*" ? q : request.normalize(q);
  for (const { curation, byTag } of candidates(curations, [...new Set(request.tags)].sort())) {
    if (!isEffective(curation, request.now)) continue;
    if (curation.filterBy !== "" || curation.sortBy !== "") pending.push(curation);
    const own = request.normalize(curation.rule.query);
    if (!fits(curation, query, own, request.filterBy, byTag)) continue;
    for (const id of curation.excludes) hidden.add(id);
    pinned.push(...curation.includes.filter(({ id }) => !hidden.has(id)));
    if (curation.replaceQuery !== "") q = curation.replaceQuery;
    else if (curation.removesMatchedTokens && curation.filterBy === "") {
      query = (own === "" ? query : query.replaceAll(own, "")).trim() || "*";
      q = query;
    }
    ({ filtersCuratedHits, sortBy } = curation);
    metadata ??= curation.metadata;
    if (curation.stopsProcessing) break;
  }
  return { q, pinned, hidden, pending, filtersCuratedHits, sortBy, metadata };
}

/**
 * Returns the rules that can match a search. Without tags: rules without tags or with `*`. With several tags: rules
 * with the same tags, or else rules that share one.
 */
function candidates(
  curations: readonly Curation[],
  tags: readonly string[],
): { curation: Curation; byTag: boolean }[] {
  if (tags.length === 0) {
    return curations
      .map((curation) => ({ curation, byTag: isForAll(curation.rule) }))
      .filter(({ curation, byTag }) => byTag || curation.rule.tags.length === 0);
  }
  const same = curations.filter(({ rule }) => rule.tags.join() === tags.join());
  const sharing = curations.filter(({ rule }) => rule.tags.some((tag) => tags.includes(tag)));
  const found = tags.length > 1 && same.length > 0 ? same : sharing;
  return found.map((curation) => ({ curation, byTag: true }));
}

/** True if the only tag of a rule is `*`. */
function isForAll({ tags }: Curation["rule"]): boolean {
  return tags.length === 1 && tags[0] === "*";
}

function isEffective({ from, to }: Curation, now: number): boolean {
  return (from === null || now >= from) && (to === null || now <= to);
}

function fits({ rule }: Curation, query: string, own: string, filterBy: string, byTag: boolean): boolean {
  if (byTag && rule.query === "" && rule.filterBy === "") return true;
  const isFilter =
    rule.query === "" && rule.match === "" && rule.filterBy !== "" && rule.filterBy === filterBy;
  if (!isFilter && !matchesQuery(rule.match, query, own)) return false;
  return rule.filterBy === "" || rule.filterBy === filterBy;
}

/** True if a query equals that of a rule, or contains it as whole words. */
function matchesQuery(match: string, query: string, own: string): boolean {
  if (match === "exact") return query === own;
  return match === "contains" && own !== "" && containsPhrase(query, own);
}

/** The effect of the rules that filter or sort. */
interface AppliedFilters {
  readonly words: readonly string[];
  readonly filters: readonly string[];
  readonly sortBy: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly pinned: readonly { readonly id: string; readonly position: number }[];
  readonly hidden: readonly string[];
}

interface FilterRequest {
  readonly collection: StoredCollection;
  readonly tokenize: Tokenizer;
  readonly normalize: (text: string) => string;
  /** True if a filter is valid; a rule with an invalid one is ignored. */
  readonly isReadable: (filter: string) => boolean;
}

/** Applies the rules that filter or sort. Their queries can contain fields in braces, which stand for values. */
export function applyFilterCurations(
  pending: readonly Curation[],
  given: readonly string[],
  request: FilterRequest,
): AppliedFilters {
  const { normalize, tokenize, isReadable } = request;
  let words = given;
  let sortBy: string | null = null;
  let metadata: AppliedFilters["metadata"] = null;
  const filters: string[] = [];
  const pinned: { id: string; position: number }[] = [];
  const hidden: string[] = [];
  for (const curation of pending) {
    const own = normalize(curation.rule.query);
    const isDynamic = /\{[^}]*\}/.test(own);
    const match = isDynamic ? resolved(curation, own.split(" "), words, request) : null;
    if (isDynamic ? match === null : !isStaticMatch(curation, words.join(" "), own)) continue;
    const filter = match?.filter ?? curation.filterBy;
    if (!isReadable(filter)) continue;
    metadata ??= curation.metadata;
    if (filter !== "") filters.push(filter);
    if (match !== null) {
      sortBy = match.sortBy;
      hidden.push(...curation.excludes);
      pinned.push(...curation.includes);
    }
    if (curation.removesMatchedTokens) {
      const removed = new Set(match?.absorbed ?? termsOf(tokenize, curation.rule.query));
      const left = words.filter((word) => !removed.has(word));
      words = left.length === 0 ? ["*"] : left;
    }
    if (curation.stopsProcessing) break;
  }
  return { words, filters, sortBy, metadata, pinned, hidden };
}

function isStaticMatch({ rule }: Curation, query: string, own: string): boolean {
  const byTag = rule.tags.length > 0 && rule.filterBy === "" && rule.query === "";
  return byTag || isForAll(rule) || matchesQuery(rule.match, query, own);
}

interface Resolved {
  readonly filter: string;
  readonly sortBy: string;
  readonly absorbed: readonly string[];
}

/** Matches a rule such as `{brand} phone` with the words of a query; null if it does not match. */
function resolved(
  { rule, filterBy, sortBy }: Curation,
  parts: readonly string[],
  words: readonly string[],
  request: FilterRequest,
): Resolved | null {
  const isExact = rule.match === "exact";
  const values = new Map<string, string>();
  const absorbed: string[] = [];
  let at = 0;
  for (let part = 0; part < parts.length; ) {
    const names: string[] = [];
    while (isPlaceholder(parts[part])) {
      names.push((parts[part] ?? "").slice(1, -1));
      part += 1;
    }
    const next = parts[part];
    const from = at;
    while (at < words.length && words[at] !== next) at += 1;
    if (names.length === 0) {
      if (at === words.length || (isExact && at > from)) return null;
      at += 1;
      part += 1;
      continue;
    }
    let left = words.slice(from, at);
    for (const [index, name] of names.entries()) {
      const found = valueAmong(name, left, index === 0, request);
      if (found === null) return null;
      values.set(name, found.join(" "));
      absorbed.push(...found);
      left = left.filter((word) => !found.includes(word));
    }
  }
  if (values.size === 0 || (isExact && new Set(absorbed).size !== words.length)) return null;
  const filled = (text: string) =>
    text.replace(/\{([^}]*)\}/g, (whole, name: string) => values.get(name) ?? whole);
  return { filter: filled(filterBy), sortBy: filled(sortBy), absorbed };
}

function isPlaceholder(part: string | undefined): boolean {
  return part?.startsWith("{") === true && part.endsWith("}");
}

/** Finds the longest sequence of words that is a value of a field. */
function valueAmong(
  name: string,
  words: readonly string[],
  slides: boolean,
  { collection, tokenize }: FilterRequest,
): readonly string[] | null {
  const field = findField(collection, name);
  if (field === undefined || !isTextField(field)) return null;
  const values = new Set<string>();
  for (const document of collection.documents.values()) {
    for (const text of textsAt(document, name, collection.enable_nested_fields)) {
      values.add(termsOf(tokenize, text).join(" "));
    }
  }
  for (let length = words.length; length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const run = words.slice(from, from + length);
      if (values.has(run.join(" "))) return run;
      if (!slides) break;
    }
  }
  return null;
}
