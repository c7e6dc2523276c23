import { isDynamic } from "../../../../api/dataPlane/fields";
import type { StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { fieldNamed, isTextField, type Schema } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { editDistance, type Tokenizer, termsOf } from "../text/words";
import { isFloat, isInt64, split } from "../values";

/** A range of values, of which each is counted as one: from `low`, up to but not including `high`. */
export interface FacetRange {
  readonly label: string;
  readonly low: number;
  readonly high: number;
}

/** One entry of `facet_by`. */
export interface FacetRequest {
  readonly field: StoredField;
  /** Empty: every value is counted. */
  readonly ranges: readonly FacetRange[];
  /** By the values themselves, or by another field; null: by count. */
  readonly order: { readonly by: "_alpha" | StoredField; readonly descending: boolean } | null;
  /** Whether only the hits of the page are counted. */
  readonly onlyTop: boolean;
  /** Whether a pattern found it: it is not answered without any value. */
  readonly byPattern: boolean;
}

const PLAIN = { ranges: [], order: null, onlyTop: false, byPattern: false };

/**
 * Reads one entry of `facet_by`: `field`, `fiel*`, `field(sort_by: _alpha:asc)`, `field(low:[0, 5], high:[5, 10])`.
 * @throws NodeRefusal in the server's words
 */
export function parseFacet(text: string, schema: Schema): FacetRequest[] {
  const open = text.indexOf("(");
  const name = open < 0 ? text : text.slice(0, open);
  if (name.includes("*")) return matching(name, schema);
  if (open < 0) {
    if (/[):]/.test(text)) throw new NodeRefusal(400, "Invalid facet format.");
    return [{ ...PLAIN, field: facetNamed(name, schema) }];
  }
  const field = facetNamed(name.trim(), schema);
  if (!text.endsWith(")")) throw new NodeRefusal(400, "Invalid facet format.");
  return [withOptions(field, text.slice(open + 1, -1), schema)];
}

function facetNamed(name: string, schema: Schema): StoredField {
  const field = fieldNamed(schema, name);
  if (field?.facet) return field;
  throw new NodeRefusal(404, `Could not find a facet field named \`${name}\` in the schema.`);
}

function matching(pattern: string, { fields }: Schema): FacetRequest[] {
  if (pattern.indexOf("*") !== pattern.length - 1) {
    throw new NodeRefusal(404, "Only prefix matching with a wildcard is allowed.");
  }
  const found = fields.filter((one) => !isDynamic(one) && one.name.startsWith(pattern.slice(0, -1)));
  if (found.length === 0) {
    throw new NodeRefusal(404, `Could not find a facet field for \`${pattern}\` in the schema.`);
  }
  return found.filter(({ facet }) => facet).map((field) => ({ ...PLAIN, byPattern: true, field }));
}

function withOptions(field: StoredField, text: string, schema: Schema): FacetRequest {
  let order: FacetRequest["order"] = null;
  let onlyTop = false;
  const ranges: FacetRange[] = [];
  const options = optionsOf(text);
  if (options.length === 0) throw new NodeRefusal(400, "Invalid facet format.");
  for (const option of options) {
    const colon = option.indexOf(":");
    if (colon < 0) throw new NodeRefusal(400, `Invalid facet param \`${option}\`.`);
    const name = option.slice(0, colon).trim();
    const value = option.slice(colon + 1);
    if (name === "sort_by") order = orderOf(option, field, schema);
    else if (name === "top_k") onlyTop = flagOf(value);
    else if (value.startsWith("[")) ranges.push(rangeOf(name, value, field, ranges.length === 0));
    else throw new NodeRefusal(400, `Invalid facet param \`${name}\`.`);
  }
  return { ...PLAIN, field, order, onlyTop, ranges: continuous(ranges) };
}

/** The parts between commas that do not stand within brackets. */
function optionsOf(text: string): string[] {
  const parts = text.match(/(\[[^\]]*\]?|[^,[])+/g) ?? [];
  return parts.map((one) => one.trim()).filter((one) => one !== "");
}

function flagOf(value: string): boolean {
  if (value === "true" || value === "false") return value === "true";
  throw new NodeRefusal(400, "top_k string format is invalid.");
}

function orderOf(option: string, field: StoredField, schema: Schema): FacetRequest["order"] {
  const parts = split(option, ":");
  const [, name = "", direction] = parts;
  if (parts.length !== 3) throw new NodeRefusal(400, "Invalid sort format.");
  if (name === "_alpha" && !isTextField(field)) {
    throw new NodeRefusal(400, "Facet field should be string type to apply alpha sort.");
  }
  const by = name === "_alpha" ? name : facetNamed(name, schema);
  if (by !== "_alpha" && isTextField(by)) {
    throw new NodeRefusal(400, "Sort field should be non string type to apply sort.");
  }
  if (direction !== "asc" && direction !== "desc") throw new NodeRefusal(400, "Invalid sort param.");
  return { by, descending: direction === "desc" };
}

function rangeOf(label: string, value: string, field: StoredField, isFirst: boolean): FacetRange {
  const kind = field.type.replace("[]", "");
  if (isFirst && !["int32", "int64", "float"].includes(kind)) {
    throw new NodeRefusal(400, "Range facet is restricted to only integer and float fields.");
  }
  if (isFirst && !field.sort) {
    throw new NodeRefusal(400, "Range facets require sort enabled for the field.");
  }
  const invalid = () => new NodeRefusal(400, "Facet range value is not valid.");
  if (label === "") throw invalid();
  if (!value.endsWith("]")) throw new NodeRefusal(400, "Error splitting the facet range values.");
  const bounds = value.slice(1, -1).split(",");
  if (bounds.length > 2) throw new NodeRefusal(400, "Error splitting the facet range values.");
  const [low = "", high = ""] =
    bounds.length === 2 ? bounds.map((one) => one.trim()) : ["", bounds[0]?.trim()];
  const isRight = kind === "float" ? isFloat : isInt64;
  const bound = (text: string, none: number) => {
    if (text === "") return none;
    if (!isRight(text)) throw invalid();
    return Number(text);
  };
  return {
    label,
    low: bound(low, Number.NEGATIVE_INFINITY),
    high: bound(high, Number.POSITIVE_INFINITY),
  };
}

function continuous(ranges: readonly FacetRange[]): FacetRange[] {
  const sorted = [...ranges].sort((left, right) => left.low - right.low || left.high - right.high);
  for (const [index, { low }] of sorted.entries()) {
    if (index > 0 && !sorted.slice(0, index).some(({ high }) => high === low)) {
      throw new NodeRefusal(400, "Ranges in range facet syntax should be continous.");
    }
  }
  return sorted;
}

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
