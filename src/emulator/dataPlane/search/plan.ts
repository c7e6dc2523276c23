import type { StoredCollection } from "../../domain/store/data";
import { NodeRefusalError, refused } from "../call";
import { offsetOf, type SearchArguments } from "./arguments";

import { type AppliedCurations, applyCurations, applyFilterCurations, curationsOf } from "./curation";
import {
  checkStrategy,
  type FacetQuery,
  type FacetRequest,
  parseFacet,
  readFacetQuery,
} from "./facets/request";
import { compileFilter, filterRules, type Predicate } from "./filter/compile";
import { type SearchCall, serverLimit } from "./parameters";
import {
  readSearchFields,
  resolveFields,
  type SearchFields,
  unlessRefused,
  unlessUnknown,
} from "./queryFields";
import { sortCriteria } from "./sort/criteria";
import type { Criterion } from "./sort/order";
import { parseSort } from "./sort/parse";
import { type Synonym, synonymsOf } from "./synonyms";
import { parseQuery, type TextQuery } from "./text/query";
import { termsOf, tokenizerOf } from "./text/words";
import { isUint32, split } from "./values";
import { readVectorPlan } from "./vector";

/** A search that has been read and checked. */
export interface SearchPlan extends SearchFields {
  readonly collection: StoredCollection;
  readonly args: SearchArguments;
  /** The query after the rules of the collection. */
  readonly q: string;
  readonly query: TextQuery;
  readonly synonyms: readonly Synonym[];
  readonly keep: Predicate;
  readonly isFiltered: boolean;
  readonly groupBy: readonly string[];
  /** True if `group_by` names only missing fields, so that nothing is found. */
  readonly groupsNothing: boolean;
  readonly facets: readonly FacetRequest[];
  readonly facetQuery: FacetQuery | null;
  readonly perPage: number;
  readonly offset: number;
  /** The number of hits up to the end of the page. */
  readonly fetchSize: number;
  readonly pinned: readonly { readonly id: string; readonly position: number }[];
  readonly hidden: ReadonlySet<string>;
  readonly filtersCuratedHits: boolean;
  readonly metadata: AppliedCurations["metadata"];
  readonly dropsLeftFirst: boolean;
  /** Returns the criteria for the size of each group, which is known only after the search. */
  readonly criteria: (groupFound: (key: string) => number) => Criterion[];
}

/** Reads a search of a collection, in the server's order of checks. @throws NodeRefusalError */
export function planSearch(
  call: SearchCall,
  collection: StoredCollection,
  args: SearchArguments,
  stopwords: ReadonlySet<string> | null,
  unionIndex: number | null = null,
): SearchPlan {
  const { strings, integers, booleans } = args;
  const validates = booleans.validate_field_names;
  checkArguments(args);
  const { plan: vectorGiven, atMost } = readVectorPlan(args, collection);
  if (args.voiceQuery !== "") {
    const words = "Voice query is not enabled. Please set `voice_query_model` for this collection.";
    throw refused(words);
  }
  const searched = readSearchFields(args, collection, vectorGiven);
  const groupBy = groupFields(args, collection);
  const rules = filterRules(call, collection, validates);
  const ownFilter = compileFilter(args.filterBy, rules);
  const facets = args.facetBy.flatMap(
    (text) => unlessUnknown(validates, () => parseFacet(text, collection)) ?? [],
  );
  checkStrategy(args, facets.length);
  const facetQuery = readFacetQuery(args, facets);
  const perPage = Math.min(integers.per_page, atMost ?? integers.per_page);
  const most = serverLimit(call.cluster, "max-per-page");
  if (perPage > most) throw new NodeRefusalError(422, `Only upto ${most} hits can be fetched per page.`);
  const offset = offsetOf(integers, perPage);
  const leftFirst = dropsLeftFirst(strings.drop_tokens_mode);
  const pins = readPinnedHits(strings.pinned_hits);
  const normalize = (text: string) => termsOf(tokenizerOf(collection, undefined, "{}*."), text).join(" ");
  const made = applyCurations(
    booleans.enable_curations ? curationsOf(collection, call.data, rules.isSince30) : [],
    {
      q: args.q,
      filterBy: args.filterBy,
      tags: split(strings.curation_tags),
      hidden: split(strings.hidden_hits),
      now: Math.floor(call.now / 1000),
      normalize,
    },
  );
  const q = searched.vector !== null && searched.fields.length === 0 ? "*" : made.q;
  const parsed = queryOf(q, args, collection, searched, stopwords);
  const tokenize = tokenizerOf(collection);
  const isReadable = (text: string) => unlessRefused(() => compileFilter(text, rules)) !== null;
  const filtered = applyFilterCurations(made.pending, parsed.words, {
    collection,
    tokenize,
    normalize,
    isReadable,
  });
  const curatedTests = filtered.filters.map((text) => compileFilter(text, rules));
  const sortBy = filtered.sortBy ?? made.sortBy;
  const clauses = sortBy === "" ? args.sortBy : parseSort(sortBy);
  const criteria = (groupFound: (key: string) => number) =>
    sortCriteria(clauses, {
      collection,
      filter: rules,
      q: args.q,
      isWildcard: q === "*",
      isVector: searched.vector !== null,
      isGrouped: groupBy.length > 0,
      groupFound,
      seed: Math.floor(call.now / 1000),
      unionIndex,
    });
  criteria(() => 0);
  return {
    ...searched,
    collection,
    args,
    q,
    query: { ...parsed, words: filtered.words },
    synonyms: synonymsOf(collection, args.synonymSets, call.data, { isSince30: rules.isSince30, tokenize }),
    keep: (document) => ownFilter(document) && curatedTests.every((test) => test(document)),
    isFiltered: args.filterBy.trim() !== "" || curatedTests.length > 0,
    groupBy,
    groupsNothing: groupBy.length === 0 && args.groupBy.length > 0,
    facets,
    facetQuery,
    perPage,
    offset,
    fetchSize: Math.min(offset + perPage, integers.limit_hits),
    pinned: [...made.pinned, ...filtered.pinned, ...pins].filter(({ id }) => !made.hidden.has(id)),
    hidden: new Set([...made.hidden, ...filtered.hidden]),
    filtersCuratedHits: booleans.filter_curated_hits || made.filtersCuratedHits,
    metadata: made.metadata ?? filtered.metadata,
    dropsLeftFirst: leftFirst,
    criteria,
  };
}

function queryOf(
  q: string,
  { booleans }: SearchArguments,
  collection: StoredCollection,
  { fields, lacksSome }: SearchFields,
  stopwords: ReadonlySet<string> | null,
): TextQuery {
  if (fields.length === 0 && lacksSome) return { words: [], excluded: [], phrases: [] };
  const [first] = fields;
  const field = collection.fields.find(({ name }) => name === first?.name);
  return parseQuery(q, {
    tokenize: tokenizerOf(collection),
    tokenizeOperators: tokenizerOf(collection, field, '-"'),
    indexesMinus: collection.symbols_to_index.includes("-"),
    isSegmented: booleans.pre_segmented_query,
    stopwords,
  });
}

/** Returns the fields of `group_by`. @throws NodeRefusalError */
function groupFields({ groupBy, booleans }: SearchArguments, collection: StoredCollection): string[] {
  const names = groupBy.flatMap(
    (name) =>
      unlessUnknown(booleans.validate_field_names, () =>
        resolveFields(name, collection, { wildcard: false }),
      ) ?? [],
  );
  for (const name of names) {
    if (name === "id") throw refused("Cannot use `id` as a group by field.");
    if (!collection.fields.find((field) => field.name === name)?.facet) {
      throw refused(`Group by field \`${name}\` should be a facet field.`);
    }
  }
  return names;
}

const MAX_GROUP_LIMIT = 99;

/** Runs the checks that need no schema, in the server's order. @throws NodeRefusalError 400 */
function checkArguments(given: SearchArguments): void {
  const { q, queryBy, weights, groupBy, numTypos, prefixes, infixes, integers } = given;
  if (q !== "*" && queryBy.length === 0) throw refused("No search fields specified for the query.");
  const mismatches = (count: number) => queryBy.length > 0 && count !== queryBy.length;
  if (weights.length > 0 && mismatches(weights.length)) {
    throw refused("Number of weights in `query_by_weights` does not match number of `query_by` fields.");
  }
  if (groupBy.length > 0 && (integers.group_limit === 0 || integers.group_limit > MAX_GROUP_LIMIT)) {
    throw refused(`Value of \`group_limit\` must be between 1 and ${MAX_GROUP_LIMIT}.`);
  }
  const perField = [
    [numTypos, "values in `num_typos`"],
    [prefixes, "prefix values in `prefix`"],
    [infixes, "infix values in `infix`"],
  ] as const;
  for (const [list, words] of perField) {
    if (mismatches(list.length) && list.length !== 1) {
      throw refused(`Number of ${words} does not match number of \`query_by\` fields.`);
    }
  }
  if (integers.facet_sample_percent > 100)
    throw refused("Value of `facet_sample_percent` must be less than 100.");
  if (integers.facet_sample_slope > 100)
    throw refused("Value of `facet_sample_slope` must be less than 100.");
  if (integers.facet_sample_slope > 0 && integers.facet_sample_threshold === 0) {
    throw refused("Value of `facet_sample_threshold` must be greater than 0 with `facet_sample_slope`.");
  }
  if (integers.synonym_num_typos > 2)
    throw refused("Value of `synonym_num_typos` must not be greater than 2.");
  checkPersonalization(given);
}

/** Rejects every search with personalization, because the emulator cannot load a model. */
function checkPersonalization({ q, strings, integers }: SearchArguments): void {
  const needed = [
    ["personalization_model_id", "Personalization model ID"],
    ["personalization_type", "Personalization type"],
    ["personalization_user_field", "Personalization user field"],
    ["personalization_item_field", "Personalization item field"],
  ] as const;
  const isAsked =
    strings.personalization_user_id !== "" ||
    integers.personalization_n_events > 0 ||
    needed.some(([name]) => strings[name] !== "");
  if (!isAsked) return;
  if (strings.vector_query !== "") throw refused("Vector query is not allowed when personalization is done.");
  if (q !== "*" && q !== "") {
    throw refused("Personalization is not allowed when query is used. It should be only `*` or empty.");
  }
  for (const [name, words] of needed) {
    if (strings[name] === "") throw refused(`${words} is required when recommendation is done.`);
  }
  if (integers.personalization_n_events === 0) {
    throw refused("Personalization n_events must be greater than 0 when recommendation is done.");
  }
  if (strings.personalization_type !== "recommendation") {
    throw refused("Personalization type must be only `recommendation`.");
  }
  throw refused("Model not found");
}

/** True if words on the left of a query are dropped first. @throws NodeRefusalError 400 */
function dropsLeftFirst(mode: string): boolean {
  const [name = "", limit, ...more] = split(mode, ":");
  const isKnown = ["right_to_left", "left_to_right", "both_sides"].includes(mode);
  if (!isKnown && (limit === undefined || more.length > 0 || !isUint32(limit))) {
    throw refused("Invalid format for drop tokens mode.");
  }
  return name === "left_to_right";
}

/** Reads `pinned_hits`: `id:position`. @throws NodeRefusalError 400 */
function readPinnedHits(text: string): { id: string; position: number }[] {
  const pinned = split(text).map((entry) => {
    const colon = entry.lastIndexOf(":");
    const place = entry.slice(colon + 1);
    if (colon === 0 || !/^\d+$/.test(place)) throw refused("Pinned hits are not in expected format.");
    if (Number(place) === 0) throw refused("Pinned hits must start from position 1.");
    return { id: colon < 0 ? entry : entry.slice(0, colon), position: Number(place) };
  });
  return pinned.sort((left, right) => left.position - right.position);
}
