import type { ClusterData, StoredCollection, StoredDocument } from "../../../domain/store/data";
import { asRefusal, collectionNamed, isAtLeast, refused } from "../../call";
import { asList, findField, isVector, valueAt } from "../../documents/schema";
import { findRelation } from "../joins/relation";
import { type SearchCall, serverLimit } from "../parameters";
import { tokenizerOf } from "../text/words";
import { fieldTest, idTest } from "./conditions";
import { type FilterToken, tokenizeFilter, toPostfix } from "./tokens";

/** True if a document passes a filter. */
export type Predicate = (document: StoredDocument) => boolean;

export interface FilterRules {
  readonly collection: StoredCollection;
  readonly data: ClusterData;
  /** The number of conditions and operators that a filter may have. */
  readonly maxOperations: number;
  readonly isSince30: boolean;
  /** True if a condition on an unknown field is rejected; otherwise no document passes it. @default true */
  readonly validatesNames?: boolean;
  /** The prefix of field names within the braces of an object. */
  readonly prefix?: string;
}

const everything: Predicate = () => true;

/** Compiles `filter_by`; an empty one keeps all documents. @throws NodeRefusalError 400 */
export function compileFilter(text: string, rules: FilterRules): Predicate {
  if (text.trim() === "") return everything;
  const postfix = toPostfix(tokenizeFilter(text));
  if (postfix.length > rules.maxOperations) {
    const words = `\`filter_by\` has too many operations. Maximum allowed: ${rules.maxOperations}.`;
    const advice = "Use `--filter-by-max-ops` command line argument to customize this value.";
    throw refused(`${words} ${advice}`);
  }
  const stack: Predicate[] = [];
  for (const token of postfix) {
    stack.push(token.kind === "operator" ? combined(token.text, stack) : compiled(token, rules));
  }
  const last = stack.pop();
  if (last === undefined) throw refused("Filter query cannot be empty.");
  return last;
}

function combined(operator: string, stack: Predicate[]): Predicate {
  const right = stack.pop();
  const left = stack.pop();
  if (left === undefined || right === undefined) {
    throw refused(`Could not parse the filter query: unbalanced \`${operator}\` operands.`);
  }
  return operator === "&&"
    ? (document) => left(document) && right(document)
    : (document) => left(document) || right(document);
}

function compiled({ kind, text }: FilterToken, rules: FilterRules): Predicate {
  if (kind === "join") return joinTest(text, rules);
  return kind === "object" ? objectTest(text, rules) : conditionTest(text, rules);
}

function conditionTest(condition: string, rules: FilterRules): Predicate {
  const { collection, isSince30, prefix = "" } = rules;
  const colon = condition.indexOf(":");
  if (colon < 0) throw refused("Could not parse the filter query.");
  const name = prefix + condition.slice(0, colon).trim();
  const text = condition.slice(colon + 1).trim();
  if (name === "id") {
    const test = idTest(text);
    return ({ id }) => test(id);
  }
  const field = findField(collection, name);
  if (field === undefined) {
    if (rules.validatesNames === false) return () => false;
    throw refused(`Could not find a filter field named \`${name}\` in the schema.`);
  }
  if (isVector(field)) throw refused(`Cannot filter on vector field \`${name}\`.`);
  const test = fieldTest(field, text, tokenizerOf(collection, field), isSince30);
  if (!field.index) throw refused(`Cannot filter on non-indexed field \`${name}\`.`);
  return (document) => test(valueAt(document, name, collection.enable_nested_fields));
}

/** `name.{ … }`: keeps documents with an object in the list that passes all conditions. */
function objectTest(text: string, rules: FilterRules): Predicate {
  const open = text.indexOf("{");
  const prefix = text.slice(0, open).trim();
  const name = prefix.slice(0, -1);
  const test = compileFilter(text.slice(open + 1, -1), { ...rules, prefix });
  const { enable_nested_fields: nested } = rules.collection;
  return (document) =>
    asList(valueAt(document, name, nested)).some((one) => test(inPlace(document, name.split("."), one)));
}

/** Returns a document with a single value at a path of objects. */
function inPlace(
  document: StoredDocument,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): StoredDocument {
  return { id: document.id, [key]: rest.length === 0 ? value : inPlace({}, rest, value) };
}

/** `$Collection(filter)`: keeps documents that are joined to one that passes. @throws NodeRefusalError 400 */
function joinTest(text: string, rules: FilterRules): Predicate {
  const { collection, data } = rules;
  const isNegated = text.startsWith("!");
  const open = text.indexOf("(");
  const name = text.slice(isNegated ? 2 : 1, open).trim();
  const joined = collectionNamed(data, name);
  if (joined === undefined) throw refused(`Referenced collection \`${name}\` not found.`);
  const relation = findRelation(collection, joined, data);
  if (relation === null) throw refused(`Failed to join on \`${joined.name}\`: No reference field found.`);
  const passes = joinedFilter(text.slice(open + 1, -1), name, { ...rules, collection: joined, prefix: "" });
  const values = new Set<unknown>();
  for (const document of joined.documents.values()) {
    if (passes(document)) for (const value of relation.joinedValues(document)) values.add(value);
  }
  return (document) => relation.ownValues(document).some((value) => values.has(value)) !== isNegated;
}

function joinedFilter(text: string, name: string, rules: FilterRules): Predicate {
  try {
    return compileFilter(text, rules);
  } catch (error) {
    throw refused(`Failed to join on \`${name}\` collection: ${asRefusal(error).message}`);
  }
}

/** Returns the filter rules of a collection. */
export function filterRules(
  { cluster, data }: Pick<SearchCall, "cluster" | "data">,
  collection: StoredCollection,
  validatesNames = true,
): FilterRules {
  return {
    collection,
    data,
    maxOperations: serverLimit(cluster, "filter-by-max-ops"),
    isSince30: isAtLeast({ cluster }, "30.0"),
    validatesNames,
  };
}

/** Compiles `filter_by` of a request for a collection. @throws NodeRefusalError 400 */
export function collectionFilter(
  call: Pick<SearchCall, "cluster" | "data">,
  collection: StoredCollection,
  text: string | null,
  validatesNames = true,
): Predicate {
  return compileFilter(text ?? "", filterRules(call, collection, validatesNames));
}
