import { refused } from "../call";
import { splitIncludes } from "./joins/includes";
import type { Parameters } from "./parameters";
import { parseSort, type SortClause } from "./sort/parse";
import { isUint32, split } from "./values";

export type Infix = "off" | "always" | "fallback";
export type TextMatchType = "max_score" | "max_weight" | "sum_score";

/** The parameters of a search, with defaults. */
export interface SearchArguments {
  readonly q: string;
  readonly voiceQuery: string;
  readonly queryBy: readonly string[];
  readonly weights: readonly number[];
  readonly numTypos: readonly number[];
  readonly prefixes: readonly boolean[];
  readonly infixes: readonly Infix[];
  readonly filterBy: string;
  readonly sortBy: readonly SortClause[];
  readonly facetBy: readonly string[];
  readonly facetReturnParent: readonly string[];
  readonly groupBy: readonly string[];
  readonly includeFields: readonly string[];
  readonly excludeFields: readonly string[];
  readonly synonymSets: readonly string[];
  readonly textMatchType: TextMatchType;
  readonly integers: Readonly<Record<IntegerName, number>>;
  readonly strings: Readonly<Record<StringName, string>>;
  readonly booleans: Readonly<Record<BooleanName, boolean>>;
}

/** Integer parameters, with their defaults. */
const INTEGERS = {
  drop_tokens_threshold: 1,
  facet_query_num_typos: 2,
  facet_sample_percent: 100,
  facet_sample_slope: 0,
  facet_sample_threshold: 0,
  group_limit: 3,
  highlight_affix_num_tokens: 4,
  limit_hits: 1_000_000,
  max_candidates: 0,
  max_extra_prefix: 2 ** 15 - 1,
  max_extra_suffix: 2 ** 15 - 1,
  max_facet_values: 10,
  max_filter_by_candidates: 4,
  min_len_1typo: 4,
  min_len_2typo: 7,
  offset: 0,
  page: 0,
  per_page: 10,
  personalization_n_events: 0,
  remote_embedding_num_tries: 2,
  remote_embedding_timeout_ms: 5_000,
  search_cutoff_ms: 30_000,
  snippet_threshold: 30,
  synonym_num_typos: 0,
  typo_tokens_threshold: 1,
};
type IntegerName = keyof typeof INTEGERS;

const STRINGS = {
  curation_tags: "",
  drop_tokens_mode: "right_to_left",
  facet_query: "",
  facet_strategy: "automatic",
  hidden_hits: "",
  highlight_end_tag: "</mark>",
  highlight_fields: "",
  highlight_full_fields: "",
  highlight_start_tag: "<mark>",
  personalization_item_field: "",
  personalization_model_id: "",
  personalization_type: "",
  personalization_user_field: "",
  personalization_user_id: "",
  pinned_hits: "",
  vector_query: "",
};
type StringName = keyof typeof STRINGS;

const BOOLEANS = {
  demote_synonym_match: false,
  enable_curations: true,
  enable_highlight_v1: true,
  enable_synonyms: true,
  enable_typos_for_alpha_numerical_tokens: true,
  enable_typos_for_numerical_tokens: true,
  exhaustive_search: false,
  filter_curated_hits: false,
  group_missing_values: true,
  pre_segmented_query: false,
  prioritize_exact_match: true,
  prioritize_num_matching_fields: true,
  synonym_prefix: false,
  validate_field_names: true,
};
type BooleanName = keyof typeof BOOLEANS;

const MAX_SORT_CLAUSES = 3;

/** Parameters that servers below 30 do not know, and their names for others. */
const SINCE_30 = ["demote_synonym_match", "facet_sample_slope", "synonym_sets"];
const BEFORE_30: Readonly<Record<string, string>> = {
  enable_overrides: "enable_curations",
  override_tags: "curation_tags",
};

/**
 * Reads the parameters of a search, in alphabetical order as the server does. Unknown ones are ignored.
 * @throws NodeRefusalError 400
 */
export function readArguments(parameters: Parameters, isSince30: boolean): SearchArguments {
  if (!parameters.has("q") && !parameters.has("voice_query")) throw refused("Parameter `q` is required.");
  const integers = { ...INTEGERS };
  const strings = { ...STRINGS };
  const booleans = { ...BOOLEANS };
  let prefixes = [true];
  let numTypos = [2];
  let weights: number[] = [];
  const get = (name: string) => parameters.get(name) ?? "";
  for (const [given, value] of [...parameters].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const name = knownName(given, isSince30);
    if (name === "limit") integers.per_page = readInteger(name, value);
    else if (isKeyOf(integers, name)) integers[name] = readInteger(name, value);
    else if (isKeyOf(strings, name)) strings[name] = value;
    else if (isKeyOf(booleans, name)) booleans[name] = value === "true";
    else if (name === "prefix") prefixes = prefixesOf(value);
    else if (name === "num_typos") numTypos = readIntegers(value);
    else if (name === "query_by_weights") weights = readIntegers(value);
    else if (name === "include_fields" || name === "exclude_fields") splitIncludes(value);
  }
  if (strings.facet_query !== "" && !parameters.has("per_page")) integers.per_page = 0;
  const sortBy = parseSort(get("sort_by"));
  if (sortBy.length > MAX_SORT_CLAUSES) {
    throw refused(`Only upto ${MAX_SORT_CLAUSES} sort fields are allowed.`);
  }
  return {
    q: get("q"),
    voiceQuery: get("voice_query"),
    queryBy: split(get("query_by")),
    weights,
    numTypos,
    prefixes,
    infixes: infixesOf(parameters.get("infix")),
    filterBy: get("filter_by"),
    sortBy,
    facetBy: splitFacets(get("facet_by")),
    facetReturnParent: split(get("facet_return_parent")),
    groupBy: split(get("group_by")),
    includeFields: splitIncludes(get("include_fields")),
    excludeFields: splitIncludes(get("exclude_fields")),
    synonymSets: isSince30 ? split(get("synonym_sets")) : [],
    textMatchType: textMatchTypeOf(get("text_match_type")),
    integers,
    strings,
    booleans,
  };
}

function knownName(name: string, isSince30: boolean): string {
  if (isSince30) return name;
  if (SINCE_30.includes(name) || Object.values(BEFORE_30).includes(name)) return "";
  return Object.hasOwn(BEFORE_30, name) ? (BEFORE_30[name] ?? name) : name;
}

function isKeyOf<Table extends object>(table: Table, name: string): name is keyof Table & string {
  return Object.hasOwn(table, name);
}

/** @throws NodeRefusalError 400 */
export function readInteger(name: string, text: string): number {
  if (isUint32(text)) return Number(text);
  throw refused(`Parameter \`${name}\` must be an unsigned integer.`);
}

/** Returns the number of hits before the page. `offset` counts only without `page`. */
export function offsetOf(
  { page, offset }: Pick<SearchArguments["integers"], "page" | "offset">,
  perPage: number,
): number {
  return page === 0 && offset !== 0 ? offset : perPage * (Math.max(1, page) - 1);
}

/** Reads a list of integers, up to the first invalid entry, which the server does not report. */
function readIntegers(text: string): number[] {
  const entries = split(text);
  const bad = entries.findIndex((entry) => !isUint32(entry));
  return (bad < 0 ? entries : entries.slice(0, bad)).map(Number);
}

function prefixesOf(text: string): boolean[] {
  return text === "true" || text === "false" ? [text === "true"] : split(text).map((one) => one === "true");
}

function infixesOf(text: string | undefined): Infix[] {
  if (text === undefined) return ["off"];
  return split(text).filter((one): one is Infix => one === "off" || one === "always" || one === "fallback");
}

function textMatchTypeOf(text: string): TextMatchType {
  return text === "max_weight" || text === "sum_score" ? text : "max_score";
}

/** Splits `facet_by` at the commas outside parentheses. */
function splitFacets(text: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let entry = "";
  for (const letter of text) {
    if (letter === "," && depth <= 0) {
      entries.push(entry);
      entry = "";
      continue;
    }
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    entry += letter;
  }
  return [...entries, entry].map((one) => one.trim()).filter((one) => one !== "");
}
