import { isRedactedText, isSecretProperty } from "../../api/dataPlane/embeddings";
import { DEEPEST_CONFIGURED, isDeeperThan } from "../../api/limits";
import type { ValueValidator } from "../../framework";

interface JsonObject {
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks that a string is a JSON object. */
export const jsonObject: ValueValidator<string> = (text) =>
  jsonProblem(text, isObject, 'a JSON object such as {"name": "value"}');

/** Checks that a string is a JSON list. */
export const jsonList: ValueValidator<string> = (text) =>
  jsonProblem(text, Array.isArray, 'a JSON list such as [{"id": "first"}]');

function jsonProblem(text: string, fits: (value: unknown) => boolean, what: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `must be ${what}; it is not valid JSON${reasonOf(error)}`;
  }
  if (!fits(value)) return `must be ${what}, not ${kindOf(value)}`;
  // A server would store it, and its answers could no longer be read.
  if (isDeeperThan(value, DEEPEST_CONFIGURED))
    return `must not be nested more than ${DEEPEST_CONFIGURED} levels deep`;
  const inexact = inexactIn(value);
  return inexact === undefined
    ? undefined
    : `holds a number of more digits than can be sent as they are (it would become ${inexact}); write it as a string, in quotes`;
}

/** Returns where parsing failed, without the quoted part of the input, which may hold a secret. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message.replace(/(^|, )(\.\.\.)?".*$/s, "") : "";
  return reason && `: ${reason}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return (
    { object: "an object", string: "a string", number: "a number" }[typeof value as string] ?? "a boolean"
  );
}

/** Returns a whole number that parsing may have rounded. */
function inexactIn(value: unknown): number | undefined {
  if (typeof value === "number") return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = inexactIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parses a string; undefined if it is not valid JSON, which validation reports. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if two strings are the same JSON. Ignores white space, the order of keys and how a number is written. */
export function sameJson(a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [parsedJson(a), parsedJson(b)];
  return first !== undefined && sortedJson(first) === sortedJson(second);
}

/**
 * Returns the JSON string for the state: the current string while the service still has everything in it, otherwise the observed
 * value. Servers fill in defaults, so properties that the string does not name are not drift, unless there is none yet (an import).
 */
export function observedJson(text: string | null, seen: unknown): string {
  if (text === null) return sortedJson(seen);
  const configured = parsedJson(text);
  return covers(configured, seen) ? text : sortedJson(projected(configured, seen));
}

/**
 * True if everything that is configured is present. Finds items by their `id`, and ignores the order of strings in a list, because
 * servers sort both. Null equals missing.
 */
export function covers(configured: unknown, seen: unknown): boolean {
  if (Array.isArray(configured)) {
    if (!Array.isArray(seen) || seen.length !== configured.length) return false;
    if (configured.every((item) => typeof item === "string"))
      return sortedJson([...configured].sort()) === sortedJson([...seen].sort());
    return pairs(configured, seen).every(([item, found]) => covers(item, found));
  }
  if (isObject(configured)) {
    const parts = isObject(seen) ? seen : undefined;
    return parts !== undefined && Object.entries(configured).every(([key, part]) => covers(part, parts[key]));
  }
  return configured === (seen ?? null);
}

/** Pairs each configured item with its counterpart. */
function pairs(configured: readonly unknown[], seen: readonly unknown[]): [unknown, unknown][] {
  const ids = configured.map(idOf);
  const byId = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  return configured.map((item, index) => [
    item,
    byId ? seen.find((one) => idOf(one) === ids[index]) : seen[index],
  ]);
}

function idOf(item: unknown): string | undefined {
  return isObject(item) && typeof item.id === "string" ? item.id : undefined;
}

/** Returns the observed value without the properties that the configuration does not name. */
function projected(configured: unknown, seen: unknown): unknown {
  if (Array.isArray(configured) && Array.isArray(seen)) {
    const paired = pairs(configured, seen).filter(([, found]) => found !== undefined);
    const rest = seen.filter((one) => !paired.some(([, found]) => found === one));
    return [...paired.map(([item, found]) => projected(item, found)), ...rest];
  }
  if (isObject(configured) && isObject(seen)) {
    const named = Object.entries(seen).filter(([key]) => Object.hasOwn(configured, key));
    return Object.fromEntries(named.map(([key, part]) => [key, projected(configured[key], part)]));
  }
  return seen;
}

/**
 * Returns a value as one line of JSON with sorted keys, so that equal values give equal strings. Leaves out undefined members.
 *
 * @param textOf the JSON of values that `JSON.stringify` does not write as wanted; undefined for all others
 */
export function sortedJson(
  value: unknown,
  textOf: (value: unknown) => string | undefined = () => undefined,
): string {
  const text = textOf(value);
  if (text !== undefined) return text;
  // A number would round this integer.
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item, textOf)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member, textOf)}`);
  return `{${members.join(",")}}`;
}

/**
 * Removes credentials and redacted strings from JSON, but those that the configuration has too: no state has a part of a credential that
 * only the server knows, and a configuration with one would send the stars.
 */
export function withoutRedacted(value: unknown, configured?: unknown): unknown {
  if (!isObject(value)) return value;
  const own = isObject(configured) ? configured : {};
  const parts = Object.entries(value).filter(
    ([name, part]) => name in own || !(isRedactedText(part) || isSecretProperty(name)),
  );
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutRedacted(part, own[name])]));
}
