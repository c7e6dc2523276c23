import { isRecord } from "../../../domain/rules/fields";
import type { CurationItem, Diversity, JsonRecord, SynonymItem } from "../../../domain/store/named";
import { HandlerError, refused } from "../../call";
import {
  isString,
  propertiesOf,
  requireInteger,
  requireString,
  requireStrings,
  requireUint32,
  withoutUndefined,
} from "../../json";

const NO_LIST = "Could not find an array of `synonyms`";
const NO_TEXTS = "Could not find a valid string array of `synonyms`";
const NO_SYMBOLS = "Synonym `symbols_to_index` should be an array of strings.";

/** Reads an item from a body with its id. @throws NodeRefusalError 400 */
export function synonymItem(given: unknown): SynonymItem {
  const { id, synonyms, locale, symbols_to_index, root } = propertiesOf(given);
  if (id === undefined) throw refused("Missing `id` field.");
  if (!Array.isArray(synonyms) || synonyms.length === 0) throw refused(NO_LIST);
  if (locale !== undefined && !isString(locale)) throw refused("Synonym `locale` should be a string.`");
  const symbols = symbols_to_index === undefined ? [] : symbolsOf(symbols_to_index);
  const stored = { root: rootOf(root), synonyms: synonyms.map(wordsOf) };
  return withoutUndefined({
    id: requireString(id),
    ...stored,
    locale: locale || undefined,
    symbols_to_index: symbols.length === 0 ? undefined : symbols,
  });
}

function symbolsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given) || !isString(given[0])) throw refused(NO_SYMBOLS);
  const symbols = requireStrings(given);
  if (symbols.every((one) => Buffer.byteLength(one) === 1)) return symbols;
  throw refused("Synonym `symbols_to_index` should be an array of single character symbols.");
}

/** Old servers stored the words of a root in a list. */
function rootOf(given: unknown): string {
  if (given === undefined) return "";
  if (isString(given)) return given;
  if (!Array.isArray(given)) throw refused("Key `root` should be a string.");
  if (!given.every(isString)) throw refused("Synonym root is not valid.");
  return given.join(" ");
}

function wordsOf(given: unknown): string {
  if (isString(given)) return given;
  const words = Array.isArray(given) ? given : [];
  if (words.length === 0 || !words.every((one) => isString(one) && one !== "")) throw refused(NO_TEXTS);
  return words.join(" ");
}

/** Checks what a server up to 29 checks of a synonym first. @throws NodeRefusalError 400 */
export function checkOldSynonym({ root, synonyms }: Readonly<Record<string, unknown>>): void {
  if (root !== undefined && !isString(root)) throw refused("Key `root` should be a string.");
  if (!Array.isArray(synonyms)) return;
  if (synonyms.length === 0 || !synonyms.every(isString)) throw refused(NO_TEXTS);
}

/** The name of an item in the server's messages: up to 29, an override. */
type CurationWord = "Curation" | "Override";

/** Reads an item from a body with its id. @throws NodeRefusalError 400, in the server's order */
export function curationItem(given: unknown, word: CurationWord = "Curation"): CurationItem {
  if (!isRecord(given)) throw refused("Bad JSON.");
  const rule = checkedRule(given.rule);
  checkEffect(given, word);
  const tags = tagsOf(rule.tags);
  const includes = hitsOf("includes", given.includes, INCLUSION);
  const excludes = hitsOf("excludes", given.excludes, EXCLUSION);
  checkText("filter_by", given.filter_by);
  const flags = {
    remove_matched_tokens: flagOf("remove_matched_tokens", given, given.filter_by !== undefined),
    filter_curated_hits: flagOf("filter_curated_hits", given, false),
    stop_processing: flagOf("stop_processing", given, true),
  };
  if (given.id === undefined || given.id === "") throw refused(`${word} \`id\` not provided.`);
  const id = requireString(given.id);
  const words = { query: optional(rule.query), match: optional(rule.match) };
  const filter = ruleFilter(rule.filter_by, word);
  return withoutUndefined({
    id,
    rule: unlessEmpty({ ...words, filter_by: filter, tags }),
    includes: includes.map((one) => ({ id: requireString(one.id), position: requireUint32(one.position) })),
    excludes: excludes.map((one) => ({ id: requireString(one.id) })),
    filter_by: optional(given.filter_by),
    sort_by: optional(given.sort_by),
    replace_query: replacementOf(given),
    ...flags,
    metadata: metadataOf(given.metadata),
    effective_from_ts: momentOf(given.effective_from_ts),
    effective_to_ts: momentOf(given.effective_to_ts),
    diversity: word === "Curation" ? diversityOf(given.diversity) : undefined,
  });
}

function checkedRule(given: unknown): JsonRecord {
  if (!isRecord(given)) throw refused("Missing `rule` definition.");
  const { filter_by, tags, query, match } = given;
  if (filter_by === undefined && tags === undefined && (query === undefined || match === undefined)) {
    throw refused("The `rule` definition must contain either a `tags` or a `query` and `match`.");
  }
  return given;
}

const EFFECTS = [
  "includes",
  "excludes",
  "metadata",
  "filter_by",
  "sort_by",
  "remove_matched_tokens",
  "replace_query",
];

function checkEffect(given: JsonRecord, word: CurationWord): void {
  const known = word === "Curation" ? [...EFFECTS, "diversity"] : EFFECTS;
  if (known.some((name) => given[name] !== undefined)) return;
  throw refused(`Must contain one of: ${EFFECTS.map((name) => `\`${name}\``).join(", ")}.`);
}

/** Returns tags as they are stored: unique and sorted. */
function tagsOf(given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  if (!Array.isArray(given) || !given.every((one) => typeof one === "string")) {
    throw refused("The `tags` value must be an array of strings.");
  }
  return given.length === 0 ? undefined : [...new Set<string>(given)].sort(byBytes);
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

const INCLUSION = (hit: JsonRecord): string | undefined => {
  if (hit.id === undefined || hit.position === undefined) {
    return "Inclusion definition must define both `id` and `position` keys.";
  }
  if (typeof hit.id !== "string") return "Inclusion `id` must be a string.";
  return Number.isInteger(hit.position) ? undefined : "Inclusion `position` must be an integer.";
};

const EXCLUSION = (hit: JsonRecord): string | undefined => {
  if (hit.id === undefined) return "Exclusion definition must define an `id`.";
  return typeof hit.id === "string" ? undefined : "Exclusion `id` must be a string.";
};

function hitsOf(
  name: string,
  given: unknown,
  broken: (hit: JsonRecord) => string | undefined,
): readonly JsonRecord[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw refused(`The \`${name}\` value must be an array.`);
  for (const one of given) {
    if (!isRecord(one)) throw refused(`The \`${name}\` value must be an array of objects.`);
    const words = broken(one);
    if (words !== undefined) throw refused(words);
  }
  return given;
}

function checkText(name: string, given: unknown): void {
  if (given === undefined) return;
  if (typeof given !== "string") throw refused(`The \`${name}\` must be a string.`);
  if (given === "") throw refused(`The \`${name}\` must be a non-empty string.`);
}

function flagOf(name: string, given: JsonRecord, usual: boolean): boolean {
  const value = given[name];
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw refused(`The \`${name}\` must be a boolean.`);
  return value;
}

/** Returns a string; undefined if it is empty, because empty strings are not answered. */
function optional(given: unknown): string | undefined {
  return given === undefined ? undefined : requireString(given) || undefined;
}

/** Reads the filter of a rule. Placeholders in it lose the spaces around their names. */
function ruleFilter(given: unknown, word: CurationWord): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "string") throw refused(`${word} \`rule.filter_by\` must be a string.`);
  const closed = /\{.*\}/s.test(given);
  return (closed ? given.replace(/\{ +/g, "{").replace(/(?<! ) +\}/g, "}") : given) || undefined;
}

function replacementOf({ replace_query, remove_matched_tokens }: JsonRecord): string | undefined {
  if (replace_query !== undefined && remove_matched_tokens === true) {
    throw refused("Only one of `replace_query` or `remove_matched_tokens` can be specified.");
  }
  return optional(replace_query);
}

function metadataOf(given: unknown): JsonRecord | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given)) throw refused("The `metadata` must be a JSON object.");
  return unlessEmpty(given);
}

/** Reads a time in epoch seconds; -1 means none. */
function momentOf(given: unknown): number | undefined {
  const seconds = given === undefined ? -1 : requireInteger(given);
  return seconds === -1 ? undefined : seconds;
}

function unlessEmpty<Given extends object>(given: Given): Given | undefined {
  const rest = withoutUndefined(given);
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/**
 * Reads an item in the list of a set. The server accesses its id before it checks its type.
 * @throws NodeRefusalError, HandlerError
 */
export function curationItemOfSet(given: unknown): CurationItem {
  if (!isRecord(given) || !(given.id === undefined || typeof given.id === "string")) throw new HandlerError();
  return curationItem(propertiesOf(given));
}

/** Sorts items by id, the order in which they are answered and applied. */
export function sortedById(items: readonly CurationItem[]): readonly CurationItem[] {
  return items.toSorted((left, right) => byBytes(left.id, right.id));
}

const METHODS = ["equality", "jaccard"];

const malformed = (words: string, value: unknown) => refused(`${words}: ${JSON.stringify(sorted(value))}`);

/** @throws NodeRefusalError 400 */
function diversityOf(given: unknown): Diversity | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given)) throw malformed("Invalid `diversity` format", given);
  if (Object.keys(given).length === 0) return undefined;
  const { similarity_metric: metrics } = given;
  if (metrics === undefined) throw malformed("`similarity_metric` not found", given);
  if (!Array.isArray(metrics) || metrics.length === 0) {
    throw malformed("Invalid `similarity_metric` format", metrics);
  }
  return { similarity_metric: metrics.map(metricOf) };
}

function metricOf(given: unknown) {
  if (!isRecord(given) || Object.keys(given).length === 0) {
    throw malformed("Invalid `similarity_metric` format, expected an object", given);
  }
  const { field, method, weight = 1 } = given;
  if (field === undefined) throw malformed("`field` not found", given);
  if (typeof field !== "string") throw malformed("Invalid `field` format", field);
  if (method === undefined) throw malformed("`method` not found", given);
  if (typeof method !== "string") throw malformed("Invalid `method` format", method);
  const known = METHODS.find((one) => one === method.toLowerCase());
  if (known === undefined) throw malformed("`method` not found", given);
  // The server requires a fraction, such as 1.0, which parsed JSON does not distinguish from 1.
  if (typeof weight !== "number") throw malformed("Invalid `weight` format", weight);
  return { field, method: known, weight };
}

/** Sorts the keys of objects, as the server writes JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
