import type { StoredCollection } from "../../domain/store/data";
import { NodeRefusal } from "../call";
import type { SearchArguments } from "./arguments";
import { checkArguments, dropsLeftFirst, pinnedHits } from "./checks";
import { type Curated, curated, curationsOf } from "./curation/apply";
import { curatedFilters } from "./curation/filters";
import {
  checkStrategy,
  type FacetQuery,
  type FacetRequest,
  facetQueryOf,
  parseFacet,
} from "./facets/request";
import { compileFilter, filterRules, type Predicate } from "./filter/compile";
import { type SearchCall, serverLimit } from "./parameters";
import { fieldsMeant, type SearchFields, searchFields } from "./queryFields";
import { standardSort } from "./sort/criteria";
import type { Criterion } from "./sort/order";
import { parseSort } from "./sort/parse";
import { type Synonym, synonymsOf } from "./synonyms";
import { parseQuery, type TextQuery } from "./text/query";
import { termsOf, tokenizerOf } from "./text/words";
import { split } from "./values";
import { vectorPlan } from "./vector/plan";

/** All that decides what a search finds and how it is answered. */
export interface SearchPlan extends SearchFields {
  readonly collection: StoredCollection;
  readonly args: SearchArguments;
  /** What is searched for, after the rules of the collection. */
  readonly q: string;
  readonly query: TextQuery;
  readonly synonyms: readonly Synonym[];
  readonly keep: Predicate;
  readonly isFiltered: boolean;
  readonly groupBy: readonly string[];
  /** Whether `group_by` names only fields that are not there: nothing is found then. */
  readonly groupsNothing: boolean;
  readonly facets: readonly FacetRequest[];
  readonly facetQuery: FacetQuery | null;
  readonly perPage: number;
  readonly offset: number;
  /** How many hits lie before the end of the page. */
  readonly fetchSize: number;
  readonly pinned: readonly { readonly id: string; readonly position: number }[];
  readonly hidden: ReadonlySet<string>;
  readonly filtersCuratedHits: boolean;
  readonly metadata: Curated["metadata"];
  readonly dropsLeftFirst: boolean;
  /** The order of hits; the sizes of groups are known only once they are found. */
  readonly criteria: (groupFound: (key: string) => number) => Criterion[];
}

/** Reads a search of a collection, in the server's order of checks. @throws NodeRefusal in the server's words */
export function planSearch(
  call: SearchCall,
  collection: StoredCollection,
  args: SearchArguments,
  stopwords: ReadonlySet<string> | null,
  unionIndex: number | null = null,
): SearchPlan {
  const { texts, wholes, flags } = args;
  const validates = flags.validate_field_names;
  checkArguments(args);
  const { plan: vectorGiven, atMost } = vectorPlan(args, collection);
  if (args.voiceQuery !== "") {
    const words = "Voice query is not enabled. Please set `voice_query_model` for this collection.";
    throw new NodeRefusal(400, words);
  }
  const searched = searchFields(args, collection, vectorGiven);
  const groupBy = groupFields(args, collection);
  const rules = filterRules(call, collection, validates);
  const ownFilter = compileFilter(args.filterBy, rules);
  const facets = args.facetBy.flatMap(
    (text) => tolerant(validates, () => parseFacet(text, collection)) ?? [],
  );
  checkStrategy(args, facets.length);
  const facetQuery = facetQueryOf(args, facets);
  const perPage = Math.min(wholes.per_page, atMost ?? wholes.per_page);
  const most = serverLimit(call.cluster, "max-per-page");
  if (perPage > most) throw new NodeRefusal(422, `Only upto ${most} hits can be fetched per page.`);
  const onlyOffset = wholes.page === 0 && wholes.offset !== 0;
  const offset = onlyOffset ? wholes.offset : perPage * (Math.max(1, wholes.page) - 1);
  const leftFirst = dropsLeftFirst(texts.drop_tokens_mode);
  const pins = pinnedHits(texts.pinned_hits);
  const normalize = (text: string) => termsOf(tokenizerOf(collection, undefined, "{}*."), text).join(" ");
  const made = curated(flags.enable_curations ? curationsOf(collection, call.data, rules.isSince30) : [], {
    q: args.q,
    filterBy: args.filterBy,
    tags: split(texts.curation_tags),
    hidden: split(texts.hidden_hits),
    now: Math.floor(call.now / 1000),
    normalize,
  });
  const q = searched.vector !== null && searched.fields.length === 0 ? "*" : made.q;
  const parsed = queryOf(q, args, collection, searched, stopwords);
  const tokenize = tokenizerOf(collection);
  const isReadable = (text: string) => tolerant(false, () => compileFilter(text, rules), true) !== null;
  const filtered = curatedFilters(made.pending, parsed.words, {
    collection,
    tokenize,
    normalize,
    isReadable,
  });
  const curatedTests = filtered.filters.map((text) => compileFilter(text, rules));
  const sortBy = filtered.sortBy ?? made.sortBy;
  const clauses = sortBy === "" ? args.sortBy : parseSort(sortBy);
  const criteria = (groupFound: (key: string) => number) =>
    standardSort(clauses, {
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
    fetchSize: Math.min(offset + perPage, wholes.limit_hits),
    pinned: [...made.pinned, ...filtered.pinned, ...pins].filter(({ id }) => !made.hidden.has(id)),
    hidden: new Set([...made.hidden, ...filtered.hidden]),
    filtersCuratedHits: flags.filter_curated_hits || made.filtersCuratedHits,
    metadata: made.metadata ?? filtered.metadata,
    dropsLeftFirst: leftFirst,
    criteria,
  };
}

function queryOf(
  q: string,
  { flags }: SearchArguments,
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
    isSegmented: flags.pre_segmented_query,
    stopwords,
  });
}

/** The fields of `group_by`. @throws NodeRefusal in the server's words */
function groupFields({ groupBy, flags }: SearchArguments, collection: StoredCollection): string[] {
  const names = groupBy.flatMap(
    (name) =>
      tolerant(flags.validate_field_names, () => fieldsMeant(name, collection, { wildcard: false })) ?? [],
  );
  for (const name of names) {
    if (name === "id") throw new NodeRefusal(400, "Cannot use `id` as a group by field.");
    if (!collection.fields.find((field) => field.name === name)?.facet) {
      throw new NodeRefusal(400, `Group by field \`${name}\` should be a facet field.`);
    }
  }
  return names;
}

/** What `read` reads; null where it finds no field of that name and that is all right, or where anything is. */
function tolerant<Value>(validates: boolean, read: () => Value, anything = false): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NodeRefusal && !validates && (anything || error.status === 404)) return null;
    throw error;
  }
}
