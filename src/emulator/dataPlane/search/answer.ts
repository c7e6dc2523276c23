import type { StoredDocument } from "../../domain/store/data";
import { facetCounts } from "./facets/answer";
import { filterRules } from "./filter/compile";
import { highlightAnswer, highlightPlan } from "./highlight/answer";
import { documentView } from "./joins/includes";
import type { SearchCall } from "./parameters";
import type { SearchPlan } from "./plan";
import { groupKey, type ResultEntry, type SearchResult } from "./result";
import type { Hit } from "./sort/order";
import { scoreAnswer } from "./text/score";
import { termsOf, tokenizerOf } from "./text/words";

/** Builds the answer to a search, except for its time. */
export function searchAnswer(call: SearchCall, result: SearchResult): Record<string, unknown> {
  const { plan, entries, total, totalDocuments } = result;
  const { args, collection } = plan;
  const isGrouped = plan.groupBy.length > 0;
  const hitOf = hitAnswers(call, result);
  const shown = entries.slice(plan.offset, plan.fetchSize);
  const onlyOffset = args.integers.page === 0 && args.integers.offset !== 0;
  return {
    facet_counts: facetCounts(result),
    found: total,
    ...(isGrouped ? { found_docs: totalDocuments } : {}),
    ...(isGrouped
      ? { grouped_hits: shown.map((place) => groupAnswer(plan, place, hitOf)) }
      : { hits: shown.flatMap(({ hits, isCurated }) => hits.map((hit) => hitOf(hit, isCurated))) }),
    ...(plan.metadata === null || Object.keys(plan.metadata).length === 0 ? {} : { metadata: plan.metadata }),
    ...(args.excludeFields.includes("out_of") ? {} : { out_of: collection.documents.size }),
    ...(onlyOffset ? { offset: args.integers.offset } : { page: Math.max(1, args.integers.page) }),
    request_params: {
      collection_name: collection.name,
      first_q: firstQuery(result),
      per_page: plan.perPage,
      q: args.q,
    },
    search_cutoff: false,
  };
}

/** Builds one group of an answer. */
export function groupAnswer(
  plan: SearchPlan,
  { hits, isCurated, groupFound }: ResultEntry,
  hitOf: (hit: Hit, isCurated: boolean) => object,
): object {
  const [first] = hits;
  return {
    ...(groupFound === null ? {} : { found: groupFound }),
    group_key: first === undefined ? [] : groupKey(plan, first.document),
    hits: hits.map((hit, index) => hitOf(hit, isCurated && index === 0)),
  };
}

/** Returns `q` with prefixes replaced by the words that were found, as the server reports it to its analytics. */
export function firstQuery({ plan, found, total }: Pick<SearchResult, "plan" | "found" | "total">): string {
  const { args, offset, collection } = plan;
  if (offset !== 0 || total === 0 || plan.q === "*" || found.terms.size === 0) return args.q;
  const words = termsOf(tokenizerOf(collection), args.q);
  const terms = [...found.terms.keys()];
  return words.map((word) => terms.find((term) => term.startsWith(word)) ?? word).join(" ");
}

/** Returns the function that builds the answer of a hit. */
export function hitAnswers(call: SearchCall, result: SearchResult): (hit: Hit, isCurated: boolean) => object {
  const { plan, criteria } = result;
  const { args } = plan;
  const show = documentShower(call, plan);
  const highlighting = highlightPlan(result);
  const hasText = criteria.some(({ name }) => name === "_text_match");
  return (hit, isCurated) => ({
    ...(isCurated ? { curated: true } : {}),
    document: show(hit.document),
    ...distances(hit, result),
    ...highlightAnswer(hit.document, highlighting, args.booleans.enable_highlight_v1),
    ...(isCurated || !hasText ? {} : textPart(hit, plan)),
    ...(hit.distance === null || plan.vector === null ? {} : { vector_distance: hit.distance }),
  });
}

function textPart({ score, fusion }: Hit, { args, query }: SearchPlan): object {
  const answer = scoreAnswer(score ?? { high: 0, low: 0 }, args.textMatchType, query.words.length);
  return fusion === undefined ? answer : { ...answer, hybrid_search_info: { rank_fusion_score: fusion } };
}

function distances(hit: Hit, { criteria }: SearchResult): object {
  const meters = criteria.flatMap(({ name, meters: of }) => (of ? [[name, of(hit.document)]] : []));
  const [far] = criteria.flatMap((one) => (one.answersDistance ? [one.keys(hit)[0]] : []));
  return {
    ...(meters.length === 0 ? {} : { geo_distance_meters: Object.fromEntries(meters) }),
    ...(far === undefined ? {} : { vector_distance: far }),
  };
}

function documentShower(
  call: SearchCall,
  { collection, args }: SearchPlan,
): (document: StoredDocument) => object {
  const rules = filterRules(call, collection, args.booleans.validate_field_names);
  return documentView(rules, args.filterBy, args.includeFields, args.excludeFields).whole;
}
