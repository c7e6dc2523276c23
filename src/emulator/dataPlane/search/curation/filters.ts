import type { StoredCollection } from "../../../domain/store/data";
import { findField, isTextField, textsAt } from "../../documents/schema";
import { type Tokenizer, termsOf } from "../text/words";
import { type Curation, isForAll, matchesQuery } from "./apply";

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
