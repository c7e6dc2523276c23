import type { StoredCollection } from "../../domain/store/data";
import { NodeRefusal, refused } from "../call";
import { offsetOf, type SearchArguments } from "./arguments";
import { checkArguments, dropsLeftFirst, readPinnedHits } from "./checks";
import { type AppliedCurations, applyCurations, curationsOf } from "./curation/apply";
import { applyFilterCurations } from "./curation/filters";
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
import { split } from "./values";
import { readVectorPlan } from "./vector/plan";

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

/** Reads a search of a collection, in the server's order of checks. @throws NodeRefusal */
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
  if (perPage > most) throw new NodeRefusal(422, `Only upto ${most} hits can be fetched per page.`);
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

/** Returns the fields of `group_by`. @throws NodeRefusal */
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
