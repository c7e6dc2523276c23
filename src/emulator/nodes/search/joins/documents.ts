import { collectionNamed } from "../../call";
import { documentAnswer } from "../../documents/answer";
import { projectionOf } from "../../documents/projection";
import type { StoredDocument } from "../../record";
import type { FilterRules } from "../filter/compile";
import { compileFilter } from "../filter/compile";
import { tokenizeFilter } from "../filter/tokenize";
import { relationOf } from "./relation";

/** Adds to a document what is joined to it. */
export type Joiner = (document: StoredDocument) => Readonly<Record<string, unknown>>;

interface Include {
  readonly name: string;
  readonly fields: string;
  readonly alias: string;
  readonly strategy: string;
}

/**
 * What is joined to the documents of a search: of the collections that `filter_by` joins what passes there, with all its
 * fields or those that `include_fields` names, and of those that only `include_fields` names all.
 */
export function joinerOf(
  rules: FilterRules,
  filterBy: string,
  includeFields: readonly string[],
  excludeFields: readonly string[],
): Joiner {
  const filters = joinFilters(filterBy);
  const includes = includeFields.filter((one) => one.startsWith("$")).map(includeOf);
  const named = new Set(includes.map(({ name }) => name));
  const implied = [...filters.keys()]
    .filter((name) => !named.has(name))
    .map((name): Include => ({ name, fields: "", alias: "", strategy: "nest" }));
  const parts = [...implied, ...includes].flatMap((include) => {
    const excluded = excludeFields.find((one) => one.startsWith(`$${include.name}(`));
    const part = partOf(rules, include, filters.get(include.name) ?? "", excluded);
    return part === null ? [] : [part];
  });
  return (document) => Object.assign({}, ...parts.map((part) => part(document)));
}

/** The filters of joined collections, by their names. */
function joinFilters(filterBy: string): Map<string, string> {
  const joins = tokenizeFilter(filterBy).filter(({ kind, text }) => kind === "join" && text.startsWith("$"));
  return new Map(joins.map(({ text }) => [text.slice(1, text.indexOf("(")).trim(), inside(text)]));
}

function inside(text: string): string {
  return text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
}

function includeOf(text: string): Include {
  const parts = inside(text)
    .split(",")
    .map((one) => one.trim());
  const strategy = parts.find((one) => /^strategy\s*:/.test(one));
  const [, alias = ""] = /\)\s*as\s+(\S+)\s*$/.exec(text) ?? [];
  return {
    name: text.slice(1, text.indexOf("(")).trim(),
    fields: parts.filter((one) => !one.includes(":") && one !== "*").join(","),
    alias,
    strategy: strategy?.split(":")[1]?.trim() ?? "nest",
  };
}

function partOf(
  rules: FilterRules,
  include: Include,
  filter: string,
  excluded: string | undefined,
): Joiner | null {
  const joined = collectionNamed(rules.data, include.name);
  const relation = joined && relationOf(rules.collection, joined, rules.data);
  if (joined === undefined || !relation) return null;
  const passes = compileFilter(filter, { ...rules, collection: joined });
  const exclude = excluded === undefined ? null : inside(excluded);
  const shown = projectionOf(include.fields === "" ? null : include.fields, exclude, joined);
  const documents = new Map<unknown, StoredDocument[]>();
  for (const document of joined.documents.values()) {
    if (!passes(document)) continue;
    for (const value of relation.joinedValues(document)) {
      documents.set(value, [...(documents.get(value) ?? []), document]);
    }
  }
  return (document) => {
    const found = [...new Set(relation.ownValues(document).flatMap((value) => documents.get(value) ?? []))];
    const answers = found.map((one) => documentAnswer(joined, one, shown));
    const isList = include.strategy === "nest_array" || (relation.many && include.strategy !== "merge");
    if (answers.length === 0) return {};
    if (include.strategy === "merge") return answers[0] ?? {};
    return { [include.alias || include.name]: isList || answers.length > 1 ? answers : answers[0] };
  };
}
