import type { StoredCollection } from "../../../domain/store/data";
import { asRefusal, collectionNamed, isAtLeast, type NodeCall, NodeRefusalError, refused } from "../../call";
import { firstQuery, groupAnswer, hitAnswers } from "../answer";
import { offsetOf, readArguments, readInteger, type SearchArguments } from "../arguments";
import { addEmbedded, addPreset, addSearch, type Parameters, stopwordsOf } from "../parameters";
import { planSearch } from "../plan";
import { type ResultEntry, type SearchResult, searchResult } from "../result";
import { type Criterion, compareHits } from "../sort/order";

const PAGING = ["page", "per_page", "offset", "limit", "limit_hits"];

/** The page of a union. */
interface Page {
  readonly number: number;
  readonly perPage: number;
  readonly offset: number;
  readonly end: number;
}

/** Answers several searches as one: all hits in one order, page by page. Errors are part of the answer. */
export function unionAnswer(
  call: NodeCall,
  common: Parameters,
  searches: readonly unknown[],
  removesDuplicates: boolean,
): Record<string, unknown> {
  let page: Page;
  try {
    page = pageOf(common);
  } catch (error) {
    const { error: words, code } = failureAnswer(error);
    return { code, error: `Error while initializing global parameters of union: ${words}` };
  }
  for (const name of PAGING) common.delete(name);
  try {
    return united(call, readSearches(call, common, searches), page, removesDuplicates);
  } catch (error) {
    return failureAnswer(error);
  }
}

/** Converts a refusal into an answer. @throws the error if it is not a refusal */
export function failureAnswer(error: unknown): { code: number; error: string } {
  const { status, message } = asRefusal(error);
  return { code: status, error: message };
}

function pageOf(common: Parameters): Page {
  const integers = { page: 0, per_page: 10, offset: 0, limit_hits: 1_000_000 };
  for (const name of PAGING) {
    const value = common.get(name);
    const target = name === "limit" ? "per_page" : (name as keyof typeof integers);
    if (value !== undefined) integers[target] = readInteger(name, value);
  }
  const { page, per_page: perPage, limit_hits: most } = integers;
  const offset = offsetOf(integers, perPage);
  return { number: page, perPage, offset, end: Math.min(offset + perPage, most) };
}

interface OneSearch {
  readonly collection: StoredCollection;
  readonly args: SearchArguments;
  readonly stopwords: ReadonlySet<string> | null;
}

function readSearches(call: NodeCall, common: Parameters, searches: readonly unknown[]): OneSearch[] {
  const read = searches.map((search, index): OneSearch => {
    const parameters = new Map(common);
    addSearch(parameters, withoutPaging(search));
    addEmbedded(parameters, call.embedded[index] ?? {});
    addPreset(parameters, call.data);
    const stopwords = stopwordsOf(parameters, call.data);
    const name = parameters.get("collection") ?? "";
    const collection = collectionNamed(call.data, name);
    if (collection === undefined) throw new NodeRefusalError(404, `\`${name}\` collection not found.`);
    return { collection, args: readArguments(parameters, isAtLeast(call, "30.0")), stopwords };
  });
  const grouped = read.filter(({ args }) => args.groupBy.length > 0).length;
  if (grouped > 0 && grouped !== read.length && isAtLeast(call, "30.0")) {
    const words = "Invalid group_by searches count. All searches with union search should be uniform.";
    throw refused(words);
  }
  return read;
}

function withoutPaging(search: unknown): unknown {
  if (typeof search !== "object" || search === null || Array.isArray(search)) return search;
  return Object.fromEntries(Object.entries(search).filter(([name]) => !PAGING.includes(name)));
}

interface Entry {
  readonly place: ResultEntry;
  readonly index: number;
  readonly result: SearchResult;
}

function united(
  call: NodeCall,
  searches: readonly OneSearch[],
  page: Page,
  removesDuplicates: boolean,
): Record<string, unknown> {
  const results: SearchResult[] = [];
  for (const [index, { collection, args, stopwords }] of searches.entries()) {
    const integers = { ...args.integers, page: 1, per_page: page.perPage, offset: 0 };
    const plan = planSearch(call, collection, { ...args, integers }, stopwords, index);
    const result = searchResult({ ...plan, fetchSize: Math.max(page.end, MOST) });
    results.push(result);
    checkAlike(results, index);
  }
  const isGrouped = (searches[0]?.args.groupBy.length ?? 0) > 0;
  const entries = results.flatMap((result, index) =>
    result.entries.map((place): Entry => ({ place, index, result })),
  );
  const unique = isGrouped || !removesDuplicates ? entries : withoutDuplicates(entries);
  const sorted = unique.filter(({ place }) => !place.isCurated).sort(compareEntries);
  const all = merged(
    sorted,
    unique.filter(({ place }) => place.isCurated),
  );
  const total = results.reduce((sum, one) => sum + one.total, 0) - (entries.length - unique.length);
  const shown = all.slice(page.offset, page.end);
  const answers = results.map((result) => hitAnswers(call, result));
  const hitOf = ({ index, result }: Entry) => {
    const { name } = result.plan.collection;
    return (hit: ResultEntry["hits"][number], isCurated: boolean) => ({
      ...answers[index]?.(hit, isCurated),
      collection: name,
      search_index: index,
    });
  };
  const collections = new Set(results.map(({ plan }) => plan.collection));
  return {
    found: total,
    ...(isGrouped ? { found_docs: results.reduce((sum, one) => sum + one.totalDocuments, 0) } : {}),
    ...(isGrouped
      ? { grouped_hits: shown.map((entry) => groupAnswer(entry.result.plan, entry.place, hitOf(entry))) }
      : {
          hits: shown.flatMap((entry) =>
            entry.place.hits.map((hit) => hitOf(entry)(hit, entry.place.isCurated)),
          ),
        }),
    out_of: [...collections].reduce((sum, { documents }) => sum + documents.size, 0),
    page: page.number,
    search_cutoff: false,
    search_time_ms: results.length,
    union_request_params: results.map((result, index) => ({
      collection_name: result.plan.collection.name,
      ...(shown.some((entry) => entry.index === index) ? { first_q: firstQuery(result) } : {}),
      found: result.total,
      per_page: page.perPage,
      q: result.plan.args.q,
    })),
  };
}

/** The minimum number of hits of each search to consider. */
const MOST = 250;

function withoutDuplicates(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ place, result }) => {
    const key = `${result.plan.collection.name} ${place.hits[0]?.key ?? ""}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Compares two entries. Equal ones keep the order of their searches, and of the hits in each search. */
function compareEntries(left: Entry, right: Entry): number {
  const [one, other] = [left.place.hits[0], right.place.hits[0]];
  if (one === undefined || other === undefined) return 0;
  const order = compareHits(
    { hit: one, criteria: left.result.criteria },
    { hit: other, criteria: right.result.criteria },
  );
  return order || left.index - right.index;
}

function merged(sorted: readonly Entry[], curated: readonly Entry[]): Entry[] {
  const all = [...sorted];
  for (const entry of curated) {
    const position = entry.result.found.curated.find(({ hit }) => hit === entry.place.hits[0])?.position ?? 1;
    all.splice(Math.min(all.length, position - 1), 0, entry);
  }
  return all;
}

/**
 * Compares the criteria of a search in a union with those of the first one.
 * @throws NodeRefusalError 400 if types or order differ
 */
function checkAlike(results: readonly SearchResult[], index: number): void {
  const [first] = results;
  const result = results[index];
  if (first === undefined || result === undefined || index === 0) return;
  if (first.criteria.length !== result.criteria.length) {
    const words =
      "Expected size of `sort_by` parameter of all searches to be equal. The first union search sorts on";
    const rest = `but the search at index \`${index}\` sorts on ${listed(result.criteria)}.`;
    throw refused(`${words} ${listed(first.criteria)} ${rest}`);
  }
  for (const [place, own] of result.criteria.entries()) {
    const other = first.criteria[place];
    if (other === undefined) continue;
    const mismatch = (what: "type" | "order", describe: (criterion: Criterion) => string) => {
      const words = `Expected ${what} of \`${own.name}\` sort_by (${describe(own)}) at search index \`${index}\``;
      const rest = `\`${other.name}\` sort_by (${describe(other)}) at search index \`0\`.`;
      return `${words} to be the same as the ${what} of ${rest}`;
    };
    if (own.type !== other.type) {
      throw refused(mismatch("type", ({ type }) => type) + hint(first, result));
    }
    if (own.descending !== other.descending) throw refused(mismatch("order", orderOf));
  }
}

function orderOf({ descending }: Criterion): string {
  return descending ? "DESC" : "ASC";
}

function listed(criteria: readonly Criterion[]): string {
  return `{${criteria.map(({ name, type }) => `\`${name}: ${type}\``).join(", ")}}`;
}

/** Returns advice about a default_sorting_field that causes the difference. */
function hint(first: SearchResult, result: SearchResult): string {
  const [ownName, firstName] = [result, first].map(({ plan }) => plan.collection.name);
  const [own, other] = [result, first].map(
    ({ plan }) => plan.args.sortBy.length === 0 && plan.collection.default_sorting_field !== "",
  );
  const since = "Since union expects the searches to sort_by on the same type of fields, default sorting";
  if (own && other) {
    const words = `Both \`${ownName}\` and \`${firstName}\` collections have declared a default sorting field of different`;
    return ` ${words} type. ${since} fields of the collections should be removed.`;
  }
  if (!own && !other) return "";
  const name = own ? ownName : firstName;
  const words = `\`${name}\` collection has declared a default sorting field of different type.`;
  return ` ${words} ${since} field of the collection should be removed.`;
}
