import { isRecord } from "../../../domain/rules/fields";
import type { CurationItem, JsonObject } from "../../../domain/store/named";
import { HandlerFailure, NodeRefusal } from "../../call";
import { partsOf, takenText, takenUint32, takenWhole, withoutNothing } from "../json";
import { diversityOf } from "./diversity";

/** What the server calls an item in its messages: up to 29, an override. */
export type CurationWord = "Curation" | "Override";

const refused = (words: string) => new NodeRefusal(400, words);

/** The item of a body, with its id. @throws NodeRefusal 400 in the server's words, in its order */
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
  const id = takenText(given.id);
  const words = { query: optional(rule.query), match: optional(rule.match) };
  const filter = ruleFilter(rule.filter_by, word);
  return withoutNothing({
    id,
    rule: unlessEmpty({ ...words, filter_by: filter, tags }),
    includes: includes.map((one) => ({ id: takenText(one.id), position: takenUint32(one.position) })),
    excludes: excludes.map((one) => ({ id: takenText(one.id) })),
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

function checkedRule(given: unknown): JsonObject {
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

function checkEffect(given: JsonObject, word: CurationWord): void {
  const known = word === "Curation" ? [...EFFECTS, "diversity"] : EFFECTS;
  if (known.some((name) => given[name] !== undefined)) return;
  throw refused(`Must contain one of: ${EFFECTS.map((name) => `\`${name}\``).join(", ")}.`);
}

/** Tags as they are stored: each once, in order. */
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

const INCLUSION = (hit: JsonObject): string | undefined => {
  if (hit.id === undefined || hit.position === undefined) {
    return "Inclusion definition must define both `id` and `position` keys.";
  }
  if (typeof hit.id !== "string") return "Inclusion `id` must be a string.";
  return Number.isInteger(hit.position) ? undefined : "Inclusion `position` must be an integer.";
};

const EXCLUSION = (hit: JsonObject): string | undefined => {
  if (hit.id === undefined) return "Exclusion definition must define an `id`.";
  return typeof hit.id === "string" ? undefined : "Exclusion `id` must be a string.";
};

function hitsOf(
  name: string,
  given: unknown,
  broken: (hit: JsonObject) => string | undefined,
): readonly JsonObject[] {
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

function flagOf(name: string, given: JsonObject, usual: boolean): boolean {
  const value = given[name];
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw refused(`The \`${name}\` must be a boolean.`);
  return value;
}

/** Texts that are empty are not answered. */
function optional(given: unknown): string | undefined {
  return given === undefined ? undefined : takenText(given) || undefined;
}

/** The filter of a rule; placeholders in it lose the spaces around their names. */
function ruleFilter(given: unknown, word: CurationWord): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "string") throw refused(`${word} \`rule.filter_by\` must be a string.`);
  const closed = /\{.*\}/s.test(given);
  return (closed ? given.replace(/\{ +/g, "{").replace(/(?<! ) +\}/g, "}") : given) || undefined;
}

function replacementOf({ replace_query, remove_matched_tokens }: JsonObject): string | undefined {
  if (replace_query !== undefined && remove_matched_tokens === true) {
    throw refused("Only one of `replace_query` or `remove_matched_tokens` can be specified.");
  }
  return optional(replace_query);
}

function metadataOf(given: unknown): JsonObject | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given)) throw refused("The `metadata` must be a JSON object.");
  return unlessEmpty(given);
}

/** -1 stands for none. */
function momentOf(given: unknown): number | undefined {
  const seconds = given === undefined ? -1 : takenWhole(given);
  return seconds === -1 ? undefined : seconds;
}

function unlessEmpty<Given extends object>(given: Given): Given | undefined {
  const rest = withoutNothing(given);
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** The item of a list of a set: the server looks for its id before it looks what it is. @throws NodeRefusal, HandlerFailure */
export function listedCurationItem(given: unknown): CurationItem {
  if (!isRecord(given) || !(given.id === undefined || typeof given.id === "string"))
    throw new HandlerFailure();
  return curationItem(partsOf(given));
}

/** Items by their ids: in this order they are answered and looked at. */
export function inOrderOfIds(items: readonly CurationItem[]): readonly CurationItem[] {
  return items.toSorted((left, right) => byBytes(left.id, right.id));
}
