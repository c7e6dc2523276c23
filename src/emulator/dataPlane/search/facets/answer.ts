import { markWords } from "../highlight/mark";
import { groupOf, type SearchResult } from "../result";
import { editDistance, type Tokenizer, termsOf, tokenizerOf } from "../text/words";
import { countFacet, facetAnswer } from "./count";
import type { FacetRequest } from "./request";

/** Builds `facet_counts` of a search. */
export function facetCounts(result: SearchResult): unknown[] {
  const { plan, found, entries } = result;
  const { collection, groupBy, facets } = plan;
  const everything = [...found.hits, ...found.curated.map(({ hit }) => hit)].map(({ document }) => document);
  const shown = entries
    .slice(plan.offset, plan.fetchSize)
    .flatMap(({ hits }) => hits.map((hit) => hit.document));
  const isShort =
    plan.query.words[0] === "*" &&
    plan.query.phrases.length === 0 &&
    !plan.isFiltered &&
    groupBy.length === 0 &&
    plan.vector === null;
  const group = groupBy.length > 0 ? groupOf(plan) : null;
  return facets.flatMap((request) => {
    const query = queryOf(result, request);
    const totals = countFacet(request.onlyTop ? shown : everything, request, {
      nested: collection.enable_nested_fields,
      groupOf: group,
      counts: query === null ? () => true : (value) => query.words(value) !== null,
    });
    const sortsByField = request.order !== null && request.order.by !== "_alpha";
    const answer = facetAnswer(request, totals, {
      maxValues: plan.args.integers.max_facet_values,
      isShort: isShort && !sortsByField && plan.args.strings.facet_strategy !== "exhaustive",
      showsParent: showsParent(result, request),
      highlight: query === null ? (value) => value : query.highlight,
    });
    return answer === null ? [] : [answer];
  });
}

function showsParent({ plan }: SearchResult, { field }: FacetRequest): boolean {
  return plan.args.facetReturnParent.some((name) =>
    name.endsWith("*") ? field.name.startsWith(name.slice(0, -1)) : field.name === name,
  );
}

function queryOf({ plan }: SearchResult, { field }: FacetRequest) {
  const { facetQuery, collection, args } = plan;
  if (facetQuery?.field !== field.name) return null;
  const tokenize = tokenizerOf(collection, field);
  const words = facetWords(facetQuery.text, tokenize, args.integers.facet_query_num_typos);
  const last = [...(tokenize(facetQuery.text).at(-1)?.term ?? "")].length;
  const highlight = (value: string) => {
    const found = words(value) ?? [];
    const wanted = tokenize(facetQuery.text);
    const terms = new Map(
      found.map((term, index) => {
        const rootLength = [...(wanted[index]?.term ?? term)].length;
        return [term, { rootLength, typos: 0, isBeginning: index === found.length - 1 }] as const;
      }),
    );
    const mark = markWords(value, {
      args,
      tokenize,
      terms,
      prefixLength: last,
      full: false,
      everywhere: true,
    });
    return mark?.snippet ?? value;
  };
  return { words, highlight };
}

/** The lengths from which a word may have one typo, and two. */
const MIN_LENGTHS = [3, 7];

/** Finds the words of a facet query in a value. The last one may be a prefix. */
function facetWords(query: string, tokenize: Tokenizer, numTypos: number) {
  const wanted = termsOf(tokenize, query);
  const allowed = (word: string) =>
    Math.min(numTypos, MIN_LENGTHS.filter((length) => word.length >= length).length);
  return (value: string): readonly string[] | null => {
    const there = termsOf(tokenize, value);
    const found = wanted.map((word, index) =>
      there.find((one) => {
        if (index === wanted.length - 1 && one.startsWith(word)) return true;
        return one === word || (allowed(word) > 0 && editDistance(word, one) <= allowed(word));
      }),
    );
    const terms = found.filter((one) => one !== undefined);
    return terms.length === wanted.length && wanted.length > 0 ? terms : null;
  };
}
