import type { Curation } from "./record";

/** What the rules of a collection make of a search before its filter is looked at. */
export interface Curated {
  readonly q: string;
  /** Documents that are put somewhere, in the order of the rules. */
  readonly pinned: readonly { readonly id: string; readonly position: number }[];
  readonly hidden: ReadonlySet<string>;
  /** Rules that filter or sort, to be looked at once the words are known. */
  readonly pending: readonly Curation[];
  readonly filtersCuratedHits: boolean;
  readonly sortBy: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface CurationRequest {
  readonly q: string;
  readonly filterBy: string;
  readonly tags: readonly string[];
  readonly hidden: readonly string[];
  /** Epoch seconds. */
  readonly now: number;
  /** How a query and the query of a rule are compared. */
  readonly normalize: (text: string) => string;
}

/** Applies the rules that fit a search, one after the other. */
export function curated(curations: readonly Curation[], request: CurationRequest): Curated {
  const pinned: { id: string; position: number }[] = [];
  const hidden = new Set(request.hidden);
  const pending: Curation[] = [];
  let { q } = request;
  let filtersCuratedHits = false;
  let sortBy = "";
  let metadata: Curated["metadata"] = null;
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
 * The rules that a search may have: without tags those that have none or `*`, with several those that have the same, or
 * else those that share one.
 */
function candidates(
  curations: readonly Curation[],
  tags: readonly string[],
): { curation: Curation; byTag: boolean }[] {
  if (tags.length === 0) {
    return curations
      .map((curation) => ({ curation, byTag: isForAll(curation) }))
      .filter(({ curation, byTag }) => byTag || curation.rule.tags.length === 0);
  }
  const same = curations.filter(({ rule }) => rule.tags.join() === tags.join());
  const sharing = curations.filter(({ rule }) => rule.tags.some((tag) => tags.includes(tag)));
  const found = tags.length > 1 && same.length > 0 ? same : sharing;
  return found.map((curation) => ({ curation, byTag: true }));
}

function isForAll({ rule }: Curation): boolean {
  return rule.tags.length === 1 && rule.tags[0] === "*";
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

/** Whether a query is that of a rule, or contains it as whole words. */
export function matchesQuery(match: string, query: string, own: string): boolean {
  if (match === "exact") return query === own;
  return match === "contains" && own !== "" && ` ${query} `.includes(` ${own} `);
}
