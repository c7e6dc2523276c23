import { NodeRefusal } from "../../call";
import type { SearchArguments } from "../arguments";
import { editDistance } from "../text/distance";
import { type Tokenizer, termsOf } from "../text/tokens";
import { split } from "../values";
import type { FacetRequest } from "./parse";

/** Which values of one facet are counted. */
export interface FacetQuery {
  readonly field: string;
  readonly text: string;
}

const STRATEGIES = ["automatic", "exhaustive", "top_values"];

/** Checks `facet_strategy`. @throws NodeRefusal 400 in the server's words */
export function checkStrategy({ texts }: SearchArguments, facets: number): void {
  const strategies = split(texts.facet_strategy);
  const unknown = strategies.find((one) => !STRATEGIES.includes(one));
  if (unknown !== undefined) throw new NodeRefusal(400, `Invalid facet index type: ${unknown}`);
  if (strategies.length > 1 && strategies.length !== facets) {
    throw new NodeRefusal(400, "Size of facet_index_type does not match size of facets.");
  }
}

/** Reads `facet_query`: `field: value`; null without a value. @throws NodeRefusal 400 in the server's words */
export function facetQueryOf(
  { texts, facetBy }: SearchArguments,
  facets: readonly FacetRequest[],
): FacetQuery | null {
  const { facet_query: text } = texts;
  if (text === "") return null;
  const colon = text.indexOf(":");
  if (colon < 0) throw new NodeRefusal(400, "Facet query must be in the `facet_field: value` format.");
  if (facetBy.length === 0) {
    throw new NodeRefusal(400, "The `facet_query` parameter is supplied without a `facet_by` parameter.");
  }
  const field = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (value === "") return null;
  if (!facets.some((one) => one.field.name === field)) {
    const words = `Facet query refers to a facet field \`${field}\` that is not part of \`facet_by\` parameter.`;
    throw new NodeRefusal(400, words);
  }
  return { field, text: value };
}

/** Short words are taken as they are, or with one typo. */
const MIN_LENGTHS = [3, 7];

/** Finds the words of a facet query in a value: the last of them may be the beginning of a word. */
export function facetWords(query: string, tokenize: Tokenizer, numTypos: number) {
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
